/** Selects mutants: random lines, and one mutation for each. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isProgram, type Mutation, mutate, mutationsOf } from './mutations.ts';

export interface Mutant {
  /** Path from the project's root. */
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole mutated file. */
  readonly text: string;
}

interface Line {
  readonly file: string;
  readonly number: number;
  /** Sort key of the lines. It depends only on the seed, the file's name and the line. */
  readonly rank: string;
  readonly mutations: Mutation[];
}

/**
 * Selects `count` lines and a mutation of each, by the seed. An unchanged line keeps its rank, so after changes
 * elsewhere, or in another folder, the same seed selects mostly the same mutants.
 */
export function sampleMutants(root: string, files: readonly string[], seed: string, count: number): Mutant[] {
  const lines = files.flatMap((file) => linesOf(file, readFileSync(path.join(root, file), 'utf8'), seed));
  const chosen: Mutant[] = [];
  for (const line of lines.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))) {
    if (chosen.length === count) break;
    const mutant = mutantOf(root, line);
    if (mutant !== undefined) chosen.push(mutant);
  }
  return chosen;
}

/** The lines of a file that can be mutated. */
function linesOf(file: string, text: string, seed: string): Line[] {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const numberOf = ({ start }: Mutation) => starts.findLastIndex((at) => at <= start);
  const rank = (...parts: readonly unknown[]) =>
    createHash('sha256')
      .update([seed, ...parts].join('\n'))
      .digest('hex');
  const texts = text.split('\n').map((line) => line.trim());
  return Array.from(Map.groupBy(mutationsOf(file, text), numberOf), ([number, mutations]) => {
    const occurrence = texts.slice(0, number).filter((line) => line === texts[number]).length;
    const key = rank(path.basename(file), texts[number], occurrence);
    const orders = new Map(
      mutations.map((one) => [
        one,
        rank(key, one.start - starts[number]!, one.replacement, text.slice(one.start, one.end)),
      ]),
    );
    return {
      file,
      number: number + 1,
      rank: key,
      mutations: mutations.toSorted((a, b) => (orders.get(a)! < orders.get(b)! ? -1 : 1)),
    };
  });
}

/** The first mutation of a line after which the file still parses. */
function mutantOf(root: string, { file, number, mutations }: Line): Mutant | undefined {
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const mutation of mutations) {
    const mutated = mutate(text, mutation);
    if (!isProgram(file, mutated)) continue;
    const before = text.slice(mutation.start, mutation.end);
    return { file, line: number, before, after: mutation.replacement, text: mutated };
  }
  return undefined;
}
