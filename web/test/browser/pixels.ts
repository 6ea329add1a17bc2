// SPDX-License-Identifier: Apache-2.0
// What is to be seen in pictures and films, by their pixels: read in a page of the browser.
import type { Page } from 'playwright-core';

export interface Spot {
  x: number;
  y: number;
  pixels: number;
  lightness: number; // mean, 0 to 255
}

export interface Seen {
  width: number;
  height: number;
  corner: [number, number, number]; // the colour at the top left
  colours: number; // how many different ones
  spots: Spot[]; // in one piece each, of the hue asked for
}

// Pieces of a hue, in degrees, however pale.
const LOOK = `window.look = (image, width, height, [from, to]) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const colours = new Set();
  const kind = new Uint8Array(width * height);
  for (let k = 0; k < kind.length; ++k) {
    const [r, g, b] = data.subarray(4 * k, 4 * k + 3);
    colours.add((r << 16) | (g << 8) | b);
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (most - least < 0.06 * most || most !== r) continue;
    const hue = (60 * (g - b)) / (most - least);
    kind[k] = hue >= from && hue <= to ? 1 : 0;
  }
  const spots = [];
  for (let start = 0; start < kind.length; ++start) {
    if (kind[start] !== 1) continue;
    const spot = { x: 0, y: 0, pixels: 0, lightness: 0 };
    const waiting = [start];
    kind[start] = 2;
    while (waiting.length > 0) {
      const k = waiting.pop();
      spot.x += k % width; spot.y += Math.floor(k / width); spot.lightness += data[4 * k]; ++spot.pixels;
      for (const next of [k - 1, k + 1, k - width, k + width]) if (kind[next] === 1) { kind[next] = 2; waiting.push(next); }
    }
    for (const name of ['x', 'y', 'lightness']) spot[name] /= spot.pixels;
    if (spot.pixels >= 60) spots.push(spot);
  }
  return { width, height, corner: [...data.subarray(0, 3)], colours: colours.size, spots };
}`;

export type Hues = [from: number, to: number];

export async function lookAtPng(page: Page, png: Buffer | string, hues: Hues): Promise<Seen> {
  const base64 = typeof png === 'string' ? png : png.toString('base64');
  return page.evaluate(`(async () => {
    ${LOOK};
    const image = new Image();
    image.src = 'data:image/png;base64,${base64}';
    await image.decode();
    return look(image, image.naturalWidth, image.naturalHeight, ${JSON.stringify(hues)});
  })()`);
}

// The frames of a film that is played, by their times in seconds.
export async function lookAtFilm(page: Page, film: Buffer, hues: Hues): Promise<{ time: number; seen: Seen }[]> {
  return page.evaluate(`new Promise((done, fail) => {
    ${LOOK};
    const video = document.createElement('video');
    const frames = [];
    video.muted = true;
    video.playbackRate = 0.25;
    const take = (now, { mediaTime }) => {
      frames.push({ time: mediaTime, seen: look(video, video.videoWidth, video.videoHeight, ${JSON.stringify(hues)}) });
      video.requestVideoFrameCallback(take);
    };
    video.requestVideoFrameCallback(take);
    video.onended = () => done(frames);
    video.onerror = () => fail(new Error(video.error.message));
    video.src = 'data:video/webm;base64,${film.toString('base64')}';
    document.body.append(video);
    void video.play();
  })`);
}
