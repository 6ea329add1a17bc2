// SPDX-License-Identifier: Apache-2.0
// Columns of a recorded run: quantised numbers as first or second differences in LEB128.

export interface Column {
  what: 'time' | 'value' | 'mode_value' | 'pose' | 'point' | 'mode' | 'rows' | 'contact' | 'flags';
  index?: number;
  part?: number;
  step?: number;
  low?: number;
  order?: number;
  constant?: number;
}

export const NOT_A_NUMBER = -(2 ** 50);

// Integers up to 2^53 are exact in doubles; shifts would cut them to 32 bits, so arithmetic is used instead.
export function writeInteger(out: number[], integer: number): void {
  let folded = integer >= 0 ? 2 * integer : -2 * integer - 1;
  while (folded >= 128) {
    out.push((folded % 128) + 128);
    folded = Math.floor(folded / 128);
  }
  out.push(folded);
}

export class IntegerReader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    let folded = 0;
    let scale = 1;
    for (;;) {
      if (this.at >= this.bytes.length) throw new Error('the recorded run ends too early');
      const byte = this.bytes[this.at++]!;
      folded += (byte % 128) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

function toIntegers(numbers: ArrayLike<number>, column: Column): number[] {
  const { step, low = 0 } = column;
  return Array.from(numbers, (x) => {
    if (step === undefined) return x;
    return Number.isFinite(x) ? Math.round((x - low) / step) : NOT_A_NUMBER;
  });
}

export function writeColumn(out: number[], numbers: ArrayLike<number>, column: Column): void {
  if (column.constant !== undefined) return;
  const order = column.order ?? 1;
  const integers = toIntegers(numbers, column);
  let last = 0;
  let difference = 0;
  integers.forEach((n, k) => {
    const d = n - last;
    writeInteger(out, order === 2 && k > 1 ? d - difference : d);
    last = n;
    difference = d;
  });
}

export function readColumn(reader: IntegerReader, samples: number, column: Column): Float64Array {
  const numbers = new Float64Array(samples);
  if (column.constant !== undefined) return numbers.fill(column.constant);
  const order = column.order ?? 1;
  const { step, low = 0 } = column;
  let last = 0;
  let difference = 0;
  for (let k = 0; k < samples; ++k) {
    const stored = reader.next();
    difference = order === 2 && k > 1 ? stored + difference : stored;
    last += difference;
    numbers[k] = step === undefined ? last : last === NOT_A_NUMBER ? NaN : low + step * last;
  }
  return numbers;
}

// Chooses between a constant and the order of differences that takes fewer bytes.
export function chooseColumn(numbers: ArrayLike<number>, column: Column): Column {
  const first = numbers[0] ?? 0;
  if (Number.isFinite(first) && Array.prototype.every.call(numbers, (x: number) => x === first)) {
    return { what: column.what, index: column.index, part: column.part, constant: first };
  }
  if (column.step === undefined) return column;
  const lengths = [1, 2].map((order) => {
    const out: number[] = [];
    writeColumn(out, numbers, { ...column, order });
    return out.length;
  });
  return { ...column, order: lengths[1]! < lengths[0]! ? 2 : 1 };
}
