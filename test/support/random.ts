/** Numbers that look random and are the same for the same seed, so that a failure can be seen again. */

export interface Random {
  /** From 0 to 1. */
  next(): number;
  /** A whole number from 0, below the limit. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
}

/** xorshift32 behind a mix of the seed. */
export function createRandom(seed: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x85ebca6b) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (values) => values[below(values.length)]! };
}
