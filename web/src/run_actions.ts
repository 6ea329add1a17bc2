// SPDX-License-Identifier: Apache-2.0
// Actions of the page of a run and of the shared page, with their keys.
import { keyAction as one, type KeyAction } from './panels/keys.ts';
import type { RunPage } from './run_page.ts';
import type { SharedPage } from './shared_page.ts';

export function runActions(page: RunPage): KeyAction[] {
  const switches = Array.from({ length: 9 }, (_, k) => one(`Shift+${k + 1}`, k === 0 ? 'Shift+1…9' : '', 'switch a constraint', () => page.constraints.toggle(k)));
  return [
    one(' ', 'Space', 'run or pause', () => page.transport.toggle()),
    one('.', '.', 'step', () => page.transport.step()),
    one('R', 'R', 'reset', () => page.transport.reset()),
    one('[', '[', 'slower', () => page.transport.changeSpeed(-1)),
    one(']', ']', 'faster', () => page.transport.changeSpeed(1)),
    one('K', 'K', 'record', () => page.transport.toggleRecord()),
    one('S', 'S', 'share', () => void page.share()),
    one('F', 'F', 'fit the view', () => page.stage.view.fit()),
    one('O', 'O', 'follow the mechanism', () => page.stage.toggleFollow()),
    one('7', '7 1 3', 'view from above, front, side', () => page.stage.look('top')),
    one('1', '', '', () => page.stage.look('front')),
    one('3', '', '', () => page.stage.look('side')),
    one('A', 'A', 'arrows', () => page.stage.toggleArrows()),
    one('T', 'T', 'trace', () => page.stage.toggleTrace()),
    one('E', 'E', 'equations', () => page.choose('equations')),
    one('M', 'M', 'model text', () => page.choose('text')),
    one('B', 'B', 'equations now or before', () => page.equations.toggleBefore()),
    ...switches,
    one('G', 'G', 'gallery', () => { location.hash = 'gallery'; }),
    one('/', '/', 'find a symbol', () => { page.choose('equations'); page.equations.focusSearch(); }),
    one('F8', 'F8', 'next mistake', () => { page.choose('text'); page.text.showNextMistake(); }),
    one('L', 'L', 'light or dark', () => page.toggleTheme()),
    one('?', '?', 'all keys', () => page.keys.show()),
    one('Escape', '', '', () => page.stage.card.close()),
  ];
}

// A recorded run is only read: nothing can be held, switched or recorded.
export function sharedActions(page: SharedPage): KeyAction[] {
  return [
    one(' ', 'Space', 'run or pause', () => page.transport.toggle()),
    one('.', '.', 'step', () => page.transport.step()),
    one('R', 'R', 'from the beginning', () => page.transport.reset()),
    one('ArrowLeft', '← →', 'earlier, later', () => page.nudge(-1)),
    one('ArrowRight', '', '', () => page.nudge(1)),
    one('[', '[', 'slower', () => page.transport.changeSpeed(-1)),
    one(']', ']', 'faster', () => page.transport.changeSpeed(1)),
    one('F', 'F', 'fit the view', () => page.stage.view.fit()),
    one('O', 'O', 'follow the mechanism', () => page.stage.toggleFollow()),
    one('7', '7 1 3', 'view from above, front, side', () => page.stage.look('top')),
    one('1', '', '', () => page.stage.look('front')),
    one('3', '', '', () => page.stage.look('side')),
    one('A', 'A', 'arrows', () => page.stage.toggleArrows()),
    one('T', 'T', 'trace', () => page.stage.toggleTrace()),
    ...(page.hasText ? [one('M', 'M', 'model text', () => page.showText())] : []),
    one('/', '/', 'find a symbol', () => page.equations.focusSearch()),
    one('L', 'L', 'light or dark', () => page.toggleTheme()),
    one('?', '?', 'all keys', () => page.keys.show()),
    one('Escape', '', '', () => page.stage.card.close()),
  ];
}

export const SHARED_MOUSE: readonly [string, string][] = [['drag', 'turn the view'], ['right or Shift drag', 'move the view'], ['wheel', 'zoom'], ['double click', 'follow or not']];
