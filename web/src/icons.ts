// SPDX-License-Identifier: Apache-2.0
// Icons as strokes on a grid of 16.
import { svg } from './dom.ts';

const PATHS: Record<string, string> = {
  logo: 'M3 13.2a1.4 1.4 0 1 0 0 .01M8 3.6a1.5 1.5 0 1 0 .01 0M13 13.2a1.4 1.4 0 1 0 .01 0M7.4 5.2 3.6 11.9M8.7 5.2l3.7 6.7M6 9.5l4.2.1',
  reset: 'M3.2 6.2A5.2 5.2 0 1 1 2.8 8.6M3 2.8v3.6h3.6',
  play: 'M5 3.2v9.6l7.6-4.8z',
  pause: 'M5.4 3.2v9.6M10.6 3.2v9.6',
  step: 'M4 3.6v8.8l6.4-4.4zM12.2 3.6v8.8',
  share: 'M8 10V2.5M5 5.2l3-2.9 3 2.9M3 9v4.2h10V9',
  theme: 'M8 2.2a5.8 5.8 0 1 0 0 11.6z',
  help: 'M6.2 6.2a1.9 1.9 0 1 1 2.6 1.7c-.6.3-.8.7-.8 1.3M8 11.4v.1',
  fit: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  follow: 'M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M8 1.6v4M8 10.4v4M1.6 8h4M10.4 8h4',
  view: 'M8 2.2 13.2 5v6L8 13.8 2.8 11V5zM2.8 5 8 7.9 13.2 5M8 7.9v5.9',
  lock: 'M4 7.4h8v5.8H4zM5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8',
  hand: 'M5 8.4V4.2a1 1 0 0 1 2 0v3M7 7V3a1 1 0 0 1 2 0v4M9 7V3.6a1 1 0 0 1 2 0V8M11 7.4V5.6a1 1 0 0 1 2 0v4c0 2.600-1.600 4.200-4 4.200-2.200 0-3.200-1-4.200-2.900L3.400 8.700c-.4-.9.800-1.500 1.400-.700l1 1.300',
  plus: 'M8 3v10M3 8h10',
  csv: 'M8 2.5v7.2M5 7l3 2.900L11 7M3 12.800h10',
  copy: 'M5.500 5.500h7.300v7.700H5.500zM3.200 10.500V2.800h7.300',
  alert: 'M8 2.600 14 13H2zM8 6.600v3M8 11.300v.100',
  chevron: 'M4.500 6.300 8 9.700l3.500-3.400',
  search: 'M7 2.800a4.200 4.200 0 1 0 0 8.400 4.200 4.200 0 0 0 0-8.400M10.200 10.200l3.400 3.400',
  file: 'M4 2h5.300L12.500 5v9H4zM9 2.200V5.300h3.300',
  close: 'M4 4l8 8M12 4l-8 8',
};

export function icon(name: string, size = 16): SVGElement {
  const path = svg('path', { d: PATHS[name] ?? '' });
  const element = svg('svg', { viewBox: '0 0 16 16', width: size, height: size, class: `icon icon-${name}`, 'aria-hidden': 'true' }, path);
  if (name === 'help') element.prepend(svg('circle', { cx: 8, cy: 8, r: 6 }));
  if (name === 'theme') element.prepend(svg('circle', { cx: 8, cy: 8, r: 5.8, class: 'outline' }));
  return element;
}
