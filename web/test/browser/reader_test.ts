// SPDX-License-Identifier: Apache-2.0
// What a reader does with keys, tabs, cards and themes, on the page with the stand-in server inside.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { dist, launch, open, skip, until } from './browser.ts';

const url = `file://${dist}/dev.html`;
let browser: Browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => { await browser?.close(); });

const focused = (page: Page) => page.evaluate('document.activeElement.textContent') as Promise<string>;
const places = (page: Page) => page.evaluate('window.tangible.page.plots.places.map((p) => window.tangible.run.hello.values[p].name)') as Promise<string[]>;

test('space_ticks_a_box_that_has_the_focus_and_pauses_elsewhere', { skip }, async () => {
  const { page, errors } = await open(browser, url);
  await page.locator('.plots button', { hasText: 'Add' }).click();
  const box = page.locator('.plot-menu .menu-row', { hasText: 'q4' }).first().locator('input');
  await box.focus();
  await page.keyboard.press('Space');
  assert.ok(await box.isChecked());
  assert.ok((await places(page)).includes('q4'));
  assert.equal(await page.evaluate('window.tangible.run.isPaused'), false);
  await page.keyboard.press('Escape');
  await page.locator('.plot-menu').waitFor({ state: 'hidden' });
  assert.match(await focused(page), /Add/);
  await page.locator('.equations-scroll').focus();
  await page.keyboard.press('Space');
  await until(page, 'window.tangible.run.isPaused');
  assert.deepEqual(errors, []);
  await page.context().close();
});

// A finger as the browser reports it, down for some time in the middle of an element.
async function press(page: Page, selector: string, milliseconds: number): Promise<void> {
  const box = (await page.locator(selector).first().boundingBox())!;
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] });
  await page.waitForTimeout(milliseconds);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

test('a_long_press_says_what_a_button_does_and_does_not_press_it', { skip }, async () => {
  const { page, errors } = await open(browser, url);
  const play = '.transport .icon-button.inverted';
  await press(page, play, 800);
  assert.equal(await page.locator('.press-tip:visible').textContent(), 'Pause (Space)');
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate('window.tangible.run.isPaused'), false);
  await page.locator(play).evaluate((e: HTMLElement) => e.click());
  await until(page, 'window.tangible.run.isPaused'); // a click that is not of the finger acts at once
  await press(page, play, 50);
  await until(page, '!window.tangible.run.isPaused');
  assert.equal(await page.locator('.press-tip:visible').count(), 0, 'a tap only presses');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('a_click_right_after_a_long_press_is_the_only_one_that_does_nothing', { skip }, async () => {
  const { page } = await open(browser, url);
  const clicks = await page.evaluate(`(async () => {
    const button = document.querySelector('.head [aria-label^="Light"]');
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const finger = (name) => button.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true, pointerType: 'touch', clientX: 90, clientY: 90 }));
    const seen = [];
    let count = 0;
    button.addEventListener('click', () => { ++count; });
    const click = () => { const before = count; button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); seen.push(count - before); };
    for (const [end, ms] of [['pointerup', 0], ['pointerup', 600], ['pointercancel', 0]]) {
      finger('pointerdown');
      await wait(600);
      finger(end);
      await wait(ms);
      click();
      click();
    }
    return seen;
  })()`);
  assert.deepEqual(clicks, [0, 1, 1, 1, 1, 1]);
  await page.context().close();
});

test('the_menu_of_the_browser_does_not_come_before_a_tip', { skip }, async () => {
  const { page } = await open(browser, url);
  const prevented = await page.evaluate(`(() => {
    const seen = (target, type) => {
      const at = { bubbles: true, cancelable: true, isPrimary: true, pointerType: type, clientX: 90, clientY: 90 };
      target.dispatchEvent(new PointerEvent('pointerdown', at));
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      target.dispatchEvent(menu);
      target.dispatchEvent(new PointerEvent('pointerup', at));
      return menu.defaultPrevented;
    };
    const button = document.querySelector('.transport .icon-button'), plain = document.querySelector('.panel-constraints .panel-note');
    return [seen(button, 'touch'), seen(button, 'mouse'), seen(plain, 'touch')];
  })()`);
  assert.deepEqual(prevented, [true, false, false]);
  await page.context().close();
});

test('a_value_that_the_server_refuses_moves_no_end_of_its_slider', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  const slider = page.locator('.panel-parameters .slider').first();
  const ends = () => slider.evaluate((e: HTMLInputElement) => [e.min, e.max]);
  const type = async (text: string) => {
    await page.locator('.panel-parameters .number.edit').first().click();
    await page.locator('.panel-parameters .number-field:visible').fill(text);
    await page.keyboard.press('Enter');
  };
  const shows = (text: string) => until(page, `document.querySelector('.panel-parameters .number.edit').textContent === '${text}'`);
  await shows('20.0');
  const first = await ends();
  await page.evaluate('{ const { run } = window.tangible; run.trueRequest = run.request; run.request = async () => false; }');
  await type('1e9');
  await shows('20.0');
  assert.deepEqual(await ends(), first);
  await page.evaluate('{ const { run } = window.tangible; run.request = run.trueRequest; }');
  await type('80');
  await shows('80.0');
  await until(page, "Number(document.querySelector('.panel-parameters .slider').max) === 120");
  await type('20');
  await until(page, `document.querySelector('.panel-parameters .slider').max === '${first[1]}'`);
  assert.deepEqual(await ends(), first);
  await page.context().close();
});

test('the_first_section_that_is_seen_says_where_its_equations_hold', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  await page.evaluate(`(() => {
    const { run } = window.tangible, document = structuredClone(run.document(0));
    const holds_where = { not_zero: [{ text: 'sin(q4)', value: -1 }], regularity: -1, least: 0 };
    const section = (title, text) => ({ kind: 'other', title, lines: [{ text: text + ' = 0' }], holds_where });
    document.sections = [section('First', 'alpha'), section('Second', 'beta'), section('Third', 'beta + gamma')];
    run.receive(document);
  })()`);
  const said = () => page.evaluate("[...document.querySelectorAll('.equation-section:not([hidden])')].filter((s) => s.querySelector('.condition-math:not([hidden])')).map((s) => s.querySelector('h3').firstChild.textContent)");
  await page.locator('.equation-section h3', { hasText: 'Third' }).waitFor();
  assert.deepEqual(await said(), ['First']);
  await page.keyboard.press('/');
  await page.locator('.equation-search input').fill('beta');
  assert.deepEqual(await said(), ['Second']);
  await until(page, "/sin.*not 0/.test(document.querySelector('.equation-section:not([hidden]) .condition-math').textContent)");
  await page.locator('.equation-search input').fill('');
  assert.deepEqual(await said(), ['First']);
  await page.context().close();
});

test('buttons_of_all_kinds_are_inverted_while_they_are_pressed', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  const ground = (selector: string) => page.locator(selector).first().evaluate((e: Element) => getComputedStyle(e).backgroundColor);
  for (const selector of ['.tab', '.panel-title', '.number.edit', '.legend-name', 'button.switch', '.speeds [aria-pressed=true]', '.speeds [aria-pressed=false]', '.transport .icon-button', '.head .button']) {
    const box = (await page.locator(selector).first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const before = await ground(selector);
    await page.mouse.down();
    const pressed = await ground(selector);
    assert.notEqual(pressed, before, selector);
    assert.ok(['rgb(21, 24, 28)', 'rgb(255, 255, 255)'].includes(pressed), `${selector}: ${pressed}`);
    await page.mouse.move(box.x + box.width / 2, 300); // off the button: it is not clicked
    await page.mouse.up();
  }
  await page.context().close();
});

test('buttons_of_the_status_line_show_the_focus_and_work_only_with_a_model', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  const isWithin = await page.evaluate(`(() => {
    const button = document.querySelector('.servo-rate');
    button.focus({ focusVisible: true });
    return parseFloat(getComputedStyle(button).outlineOffset) < 0;
  })()`);
  assert.ok(isWithin);
  assert.equal(await page.locator('.servo-rate').isEnabled(), true);
  await page.evaluate('window.tangible.run.hello = null; window.tangible.page.status.update()');
  assert.equal(await page.locator('.servo-rate').isEnabled(), false);
  await page.context().close();
});

test('the_status_line_opens_the_computing_times_as_a_picture_and_as_a_table', { skip }, async () => {
  const { page, errors } = await open(browser, url);
  await page.locator('.servo-rate').click();
  const dialog = page.locator('dialog.servo-times[open]');
  await until(page, "/^ticks by computing time: .+µs/.test(document.querySelector('.servo-times svg').getAttribute('aria-label'))");
  assert.equal(await dialog.locator('.servo-bar').count(), await page.evaluate('window.tangible.run.hello.servo.histogram.length'));
  assert.match((await dialog.locator('dd').first().textContent())!, /^1.000 Hz, /);
  await dialog.locator('button', { hasText: 'Table' }).click();
  assert.equal(await page.locator('.table-dialog[open] tbody td').first().textContent(), 'below 1 µs');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('the_keyboard_stays_where_it_was_when_buttons_are_made_anew', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1024, height: 768 });
  await page.locator('.tab[data-tab=equations]').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /Model text/);
  assert.equal(await page.locator('.run-page .tab[aria-selected=true]').getAttribute('data-tab'), 'text');
  await page.locator('.legend-chip', { hasText: 'Trace' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Trace');
  await page.locator('.plots .chip', { hasText: 'speeds' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'speeds');
  await page.context().close();
});

test('the_order_of_the_keyboard_is_scene_time_constraints_parameters_equations_plots', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  const order = (await page.evaluate(`(() => {
    const parts = ['.head', '.stage', '.transport', '.panel-constraints', '.panel-parameters', '.equations', '.panel-modes', '.panel-events', '.plots', '.status'].map((s) => document.querySelector(s));
    return parts.map((part, k) => k === 0 || (parts[k - 1].compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  })()`)) as boolean[];
  assert.ok(order.every(Boolean), String(order));
  await page.context().close();
});

test('a_hand_whose_server_is_silent_has_let_go', { skip }, async () => {
  const { page } = await open(browser, url);
  const at = (await page.locator('.handle').first().boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await until(page, '(window.tangible.run.latest.flags & 8) !== 0');
  await page.evaluate('window.mock.isSilent = true');
  await until(page, '!window.tangible.page.stage.hand.isHolding && window.tangible.page.stage.view.options.target === null');
  await page.mouse.up();
  await page.context().close();
});

test('a_pinned_card_goes_with_its_name_and_never_shows_the_value_of_another', { skip }, async () => {
  const { page, errors } = await open(browser, url, { width: 1440, height: 900 });
  const pin = (name: string) => page.evaluate(`(() => {
    const { run } = window.tangible;
    run.light(run.hello.symbols.find((s) => s.name === '${name}'), null, true);
  })()`);
  await pin('q4');
  // Another text of the model, in which the name has another place.
  await page.evaluate(`(() => {
    const { run } = window.tangible, hello = structuredClone(run.hello);
    const symbol = hello.symbols.find((s) => s.name === 'q4');
    hello.generation = 2;
    symbol.value = hello.values.findIndex((v) => v.name === 'm_B');
    symbol.unit = 'rad';
    run.receive(hello);
    run.take({ ...window.mock.last ?? run.history.last, generation: 2, flags: 0, sequence: 1, time: 0, serverTime: 0, stamp: 0, mode: 0, lastEvent: 0, values: new Float64Array(hello.values.length).fill(7), modeValues: new Float64Array(0), poses: new Float32Array(7 * hello.poses.length), points: new Float32Array(3 * hello.points.length), rows: new Uint8Array(1), contacts: new Uint8Array(0) });
    hello.symbols.forEach((s) => { if (s.name === 'q4') s.isNew = true; });
  })()`);
  assert.equal(await page.evaluate('window.tangible.run.lit.isNew'), true);
  await until(page, "document.querySelector('.symbol-card .card-value').textContent.startsWith('7')");
  await page.evaluate(`(() => {
    const { run } = window.tangible, hello = structuredClone(run.hello);
    hello.generation = 3;
    hello.symbols = hello.symbols.filter((s) => s.name !== 'q4');
    run.receive(hello);
  })()`);
  assert.ok(await page.locator('.symbol-card').isHidden(), 'a name that is gone has no card');
  assert.equal(await page.evaluate('window.tangible.run.lit'), null);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('a_short_name_has_a_value_in_its_mode_alone_and_is_not_plotted', { skip }, async () => {
  const { page, errors } = await open(browser, url, { width: 1440, height: 900 });
  await page.keyboard.press('Shift+1');
  await until(page, 'window.tangible.run.latest.mode === 1');
  const pinShort = () => page.evaluate(`(() => {
    const { run } = window.tangible;
    run.light(run.document(1).symbols.find((s) => s.value >= run.hello.values.length), null, true);
  })()`);
  await pinShort();
  await until(page, "/^\\d/.test(document.querySelector('.card-value').textContent)");
  const before = await places(page);
  await page.keyboard.press('Shift+1');
  await until(page, "window.tangible.run.latest.mode === 0 && document.querySelector('.card-value').textContent.startsWith('–')");
  await pinShort(); // a second time: it would be plotted
  assert.ok(await page.locator('.symbol-card').isHidden());
  assert.deepEqual(await places(page), before);
  await page.evaluate('window.tangible.page.frame(performance.now())');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('curves_and_view_that_the_reader_chose_stay_when_the_same_model_comes_again', { skip }, async () => {
  const { page, errors } = await open(browser, url, { width: 1440, height: 900 });
  await page.evaluate(`(() => {
    const { run, page } = window.tangible;
    page.plots.choose([]);
    page.plots.add(run.hello.values.findIndex((v) => v.name === 'q4'));
    page.stage.view.rig.turn(120, 10);
  })()`);
  const azimuth = await page.evaluate('window.tangible.page.stage.view.rig.azimuth');
  await page.evaluate('window.tangible.run.receive(structuredClone(window.tangible.run.hello))');
  assert.deepEqual(await places(page), ['q4']);
  assert.equal(await page.evaluate('window.tangible.page.stage.view.rig.azimuth'), azimuth);
  await until(page, 'Number.isFinite(window.tangible.page.stage.view.rig.target.x)');
  await page.evaluate(`(() => {
    const hello = structuredClone(window.tangible.run.hello);
    hello.model.id = 'another';
    window.tangible.run.receive(hello);
  })()`);
  assert.ok((await places(page)).length > 1, 'another model has its own');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('models_that_come_and_go_leave_nothing_on_the_graphics_card', { skip }, async () => {
  const { page } = await open(browser, url);
  const count = async () => {
    await page.evaluate('window.tangible.run.receive(structuredClone(window.tangible.run.hello))');
    await until(page, 'window.tangible.run.latest !== null');
    await page.evaluate('window.tangible.page.stage.view.fence = null; window.tangible.page.stage.view.frame()');
    return (await page.evaluate('window.tangible.page.stage.view.renderer.info.memory.geometries')) as number;
  };
  const first = await count();
  for (let k = 0; k < 5; ++k) await count();
  assert.ok((await count()) <= first + 2, `${first} geometries at first, ${await count()} in the end`);
  await page.context().close();
});

test('what_is_drawn_follows_the_theme_wherever_it_was_changed', { skip }, async () => {
  const { page } = await open(browser, url);
  const background = () => page.evaluate('window.tangible.page.stage.view.scene.background.getHexString()') as Promise<string>;
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(page, "document.documentElement.dataset.theme === 'dark'");
  const dark = await background();
  assert.notEqual(dark, light, 'the theme of the system');
  await page.evaluate("location.hash = 'gallery'");
  await page.keyboard.press('l');
  await until(page, "document.documentElement.dataset.theme === 'light'");
  await page.evaluate("location.hash = 'run'");
  assert.equal(await background(), light, 'changed in the gallery');
  await page.context().close();
});

test('a_double_click_on_a_button_of_the_scene_is_two_clicks_on_the_button', { skip }, async () => {
  const { page } = await open(browser, url);
  const follows = () => page.evaluate('window.tangible.page.stage.view.rig.isFollowing');
  const before = await follows();
  await page.locator('.legend-chip', { hasText: 'Trace' }).dblclick();
  assert.equal(await follows(), before);
  await page.context().close();
});

test('looking_back_the_curves_show_the_time_that_is_shown_and_a_switch_acts_on_now', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1440, height: 900 });
  await page.keyboard.press('Shift+1');
  await until(page, 'window.tangible.run.latest.mode === 1');
  await page.evaluate('window.tangible.run.scrub(0.05)');
  await until(page, 'window.tangible.run.shown.mode === 0');
  await until(page, "document.querySelector('.switch:not(.fixed)').getAttribute('aria-checked') === 'false'"); // then it was off
  await page.keyboard.press('Shift+1');
  await until(page, 'window.tangible.run.latest.mode === 0 && window.tangible.run.scrubTime === null', 3000);
  await page.context().close();
});
