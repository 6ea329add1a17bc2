// SPDX-License-Identifier: Apache-2.0
// Standard base64 of bytes, in pieces small enough for the argument lists of browsers.

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const piece = 0x8001 - (0x8001 % 3);
  for (let at = 0; at < bytes.length; at += piece) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + piece))));
  }
  return pieces.join('');
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function through(bytes: Uint8Array, transform: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The format named "deflate" by browsers is zlib's (RFC 1950).
export const deflate = (bytes: Uint8Array) => through(bytes, new CompressionStream('deflate'));
export const inflate = (bytes: Uint8Array) => through(bytes, new DecompressionStream('deflate'));
