// SPDX-License-Identifier: Apache-2.0
// The program itself behind the page: starts `tangible view`, opens its link, and reads what the page knows.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { dist, open, skip as noBrowser, until, type Watched } from '../browser/browser.ts';

export const root = join(dist, '../..');
export const program = process.env.TANGIBLE_PROGRAM ?? join(root, 'build/release/tangible');
export const skip = noBrowser !== false ? noBrowser : existsSync(program) ? false : `there is no ${program}`;

export interface Served {
  link: string; // with the token
  address: string;
  process: ChildProcess;
  stop(): Promise<string>; // what it printed
}

// A test that fails leaves no program behind.
const running = new Set<ChildProcess>();
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

export async function serve(...words: string[]): Promise<Served> {
  const child = spawn(program, ['view', ...words, '--port', '0', '--no-browser', '--duration', '300'], { cwd: root });
  running.add(child);
  child.unref();
  for (const pipe of [child.stdout, child.stderr]) (pipe as Socket).unref();
  let printed = '';
  child.stdout.on('data', (data) => { printed += String(data); });
  child.stderr.on('data', (data) => { printed += String(data); });
  while (!printed.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`the program ended: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const link = printed.split('\n')[0]!;
  const stop = async () => {
    if (child.exitCode === null) {
      child.ref();
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    return printed;
  };
  return { link, address: link.replace(/#.*/, ''), process: child, stop };
}

export type Point = [number, number, number];

// One page of the viewer, with the questions that tests ask it.
export class Viewer {
  constructor(readonly page: Page, readonly errors: string[]) {}

  static async open(browser: Browser, link: string, size?: { width: number; height: number }): Promise<Viewer> {
    const { page, errors }: Watched = await open(browser, link, size);
    return new Viewer(page, errors);
  }

  // The network is off before the page is opened.
  static async openOffline(browser: Browser, link: string): Promise<Viewer> {
    const { page, errors }: Watched = await open(browser, link, undefined, true);
    return new Viewer(page, errors);
  }

  until(condition: string, milliseconds?: number): Promise<void> {
    return until(this.page, condition, milliseconds);
  }

  ask<T>(expression: string): Promise<T> {
    return this.page.evaluate(expression) as Promise<T>;
  }

  // Values of one snapshot by their names, and its time.
  values(): Promise<Record<string, number>> {
    return this.ask(`(() => {
      const { run } = window.tangible;
      const all = { time: run.latest.time };
      run.hello.values.forEach((v, k) => { all[v.name] = run.latest.values[k]; });
      return all;
    })()`);
  }

  // What is shown of the pose of this name, or else of the first one with a frame of this name: x, y, z, and the quaternion w, x, y, z.
  pose(name: string): Promise<number[]> {
    return this.ask(`(() => {
      const { hello, shown } = window.tangible.run, named = hello.poses.findIndex((p) => p.name === '${name}');
      const k = named >= 0 ? named : hello.poses.findIndex((p) => p.frame === '${name}');
      return [...shown.poses.slice(7 * k, 7 * k + 7)];
    })()`);
  }

  pixel(point: Point): Promise<{ x: number; y: number }> {
    const [x, y, z] = point;
    return this.ask(`(() => {
      const { view } = window.tangible.page.stage;
      const at = view.projection().toPixel({ x: ${x}, y: ${y}, z: ${z} }), box = view.canvas.getBoundingClientRect();
      return { x: box.x + at.x, y: box.y + at.y };
    })()`);
  }

  handle(index = 0): Promise<Point> {
    return this.ask(`[...window.tangible.run.latest.poses.slice(7 * window.tangible.run.hello.handles[${index}].pose, 7 * window.tangible.run.hello.handles[${index}].pose + 3)]`);
  }

  // Presses the mouse on a handle.
  async take(index = 0): Promise<void> {
    await this.until('window.tangible.run.hasHand');
    const at = await this.pixel(await this.handle(index));
    await this.page.mouse.move(at.x, at.y);
    await this.page.mouse.down();
    await this.until('(window.tangible.run.latest.flags & 12) === 12');
  }

  // Leads the mouse to where its target is the point, by parts of pixels.
  async lead(to: Point, steps = 6): Promise<void> {
    const [x, y, z] = to;
    const at = await this.ask<{ x: number; y: number }>(`(() => {
      const { hand, root } = window.tangible.page.stage, box = root.getBoundingClientRect();
      const at = hand.pointerFor({ x: ${x}, y: ${y}, z: ${z} });
      return { x: box.x + at.x, y: box.y + at.y };
    })()`);
    await this.page.mouse.move(at.x, at.y, { steps });
  }

  // Ends the process of the page at once, in the middle of whatever it does: nothing in it takes leave.
  async kill(): Promise<void> {
    const crashed = new Promise((resolve) => this.page.once('crash', resolve));
    const session = await this.page.context().newCDPSession(this.page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
  }

  // Waits for time of the model, not of the wall: a busy machine may fall behind.
  async forSeconds(seconds: number): Promise<void> {
    const end = (await this.ask<number>('window.tangible.run.latest.time')) + seconds;
    await this.until(`window.tangible.run.latest.time >= ${end}`, 60000);
  }

  // Values by their names, of every snapshot within so many seconds of the model.
  watch(seconds: number, names: string[]): Promise<Record<string, number>[]> {
    return this.ask(`new Promise((resolve) => {
      const { run } = window.tangible, names = ${JSON.stringify(names)}, rows = [], end = run.latest.time + ${seconds};
      const places = names.map((name) => run.hello.values.findIndex((v) => v.name === name));
      run.on('snapshot', (s) => {
        rows.push(Object.fromEntries(names.map((name, k) => [name, s.values[places[k]]])));
        if (s.time >= end) resolve(rows);
      });
    })`);
  }

  async letGo(): Promise<void> {
    await this.page.mouse.up();
    await this.until('(window.tangible.run.latest.flags & 4) === 0 && window.tangible.run.latest.values[window.tangible.run.hello.hand.magnitude] === 0');
  }

  // Where a busy machine keeps the page from speaking for 200 ms the hand lets go, as it should, and takes hold anew where the body is by
  // then: the pull is repeated.
  async pulling(pull: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; ++attempt) {
      try {
        await pull();
        return await this.letGo();
      } catch (error) {
        const wasHeld = await this.ask<boolean>(`(() => {
          const { run, page: { stage: { hand } } } = window.tangible, target = run.hello.hand.target.map((place) => run.latest.values[place]);
          return (run.latest.flags & 8) !== 0 && Math.hypot(...hand.target.toArray().map((x, k) => x - target[k])) < 5e-3;
        })()`);
        await this.page.mouse.up();
        if (wasHeld || attempt === 6) throw error;
        await this.page.waitForTimeout(300);
      }
    }
  }

  // A fixed piece of work, many times: where others on the machine take the processor away, some of them take longer than the fastest.
  isMachineBusy(): Promise<boolean> {
    return this.ask(`(() => {
      const times = [];
      for (let k = 0; k < 24; ++k) {
        const begin = performance.now();
        let x = 0;
        for (let i = 0; i < 2e6; ++i) x = (x * 1664525 + 1013904223) % 4294967296;
        times.push(performance.now() - begin + (x < 0 ? 1 : 0));
      }
      times.sort((a, b) => a - b);
      return times[20] > 1.5 * times[0];
    })()`);
  }

  async request(command: object): Promise<boolean> {
    return this.ask(`window.tangible.run.request(${JSON.stringify(command)})`);
  }

  async reset(): Promise<void> {
    const before = await this.ask<number>('window.tangible.run.latest.time');
    await this.request({ type: 'reset' });
    await this.until(`window.tangible.run.latest.time < ${Math.max(1, before)}`); // a busy machine may not look within the first second
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
