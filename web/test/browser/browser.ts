// SPDX-License-Identifier: Apache-2.0
// Starts Debian's Chromium for the tests of the page.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

export const dist = join(dirname(fileURLToPath(import.meta.url)), '..');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
export const skip = executablePath === undefined ? 'no Chromium is installed' : false;

const otherPage = process.env.TANGIBLE_PAGE; // a page just built, in place of the one that the program holds

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath, args: [...(otherPage === undefined ? [] : ['--disable-features=LocalNetworkAccessChecks']), '--no-sandbox', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export interface Watched {
  page: Page;
  errors: string[];
}

// Errors and dialogs of the page are collected: a test ends by asking that there were none.
export async function openBare(browser: Browser, url: string, size = { width: 1200, height: 700 }, offline = false): Promise<Watched> {
  const context = await browser.newContext({ viewport: size, offline });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  page.on('dialog', (d) => { errors.push(`dialog: ${d.message()}`); void d.dismiss(); });
  page.on('console', (m) => { if (m.type() === 'error' && !/GPU|favicon/.test(m.text())) errors.push(m.text()); });
  if (otherPage !== undefined) await page.route((at) => at.pathname === '/', (route) => route.fulfill({ contentType: 'text/html', body: readFileSync(otherPage) }));
  await page.goto(url);
  return { page, errors };
}

// Waits for the first picture of a run.
export async function open(browser: Browser, url: string, size?: { width: number; height: number }, offline = false): Promise<Watched> {
  const { page, errors } = await openBare(browser, url, size, offline);
  await until(page, 'window.tangible && window.tangible.run.latest && window.tangible.page.stage.view.rig', 30000);
  return { page, errors };
}

// Looks within the page until a condition is true. A page that is loaded anew is asked anew.
export async function until(page: Page, condition: string, milliseconds = 10000): Promise<void> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const look = `new Promise((resolve, reject) => {
      const end = performance.now() + ${Math.max(0, end - Date.now())};
      const look = () => {
        try {
          if (${condition}) resolve(true);
          else if (performance.now() >= end) resolve(false);
          else setTimeout(look, 10);
        } catch (error) { reject(error); }
      };
      look();
    })`;
    const isTrue = await page.evaluate(look).catch((error: Error) => {
      if (/context was destroyed|navigat/i.test(error.message)) return null;
      throw error;
    });
    if (isTrue === true) return;
    if (Date.now() >= end) throw new Error(`not true after ${milliseconds} ms: ${condition}`);
  }
}

export interface TraceEvent {
  name: string;
  tdur?: number; // microseconds by the clock of its thread, which stands still while others have the processor
  args?: { data?: { functionName?: string } };
}

// What the browser did during an action, from its own trace.
export async function traced(browser: Browser, page: Page, action: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline'] });
  await action();
  return (JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }).traceEvents;
}

const SCRIPT_EVENTS = ['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'FireIdleCallback'];

// What scripts took of the processor in milliseconds, the longest first: the program and the drawing of the scene need both processors of
// a small machine, and the clock on the wall would count their time, too. Functions that only ask for a test are left out.
export function scriptTimes(trace: TraceEvent[], without = ''): number[] {
  const scripts = trace.filter((e) => SCRIPT_EVENTS.includes(e.name) && e.tdur !== undefined && e.args?.data?.functionName !== without);
  return scripts.map((e) => e.tdur! / 1000).sort((x, y) => y - x);
}
