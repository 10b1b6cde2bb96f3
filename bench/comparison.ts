/** Compares the measurements of one or two checkouts: the values of this one, with their ratio to the other's. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ServerPlace } from '../test/support/server-process.ts';
import { type BenchmarkOptions, type Measurement, median } from './benchmark.ts';

/** A checkout whose server is measured. */
export interface Contestant {
  /** Undefined for this checkout. */
  readonly name: string | undefined;
  readonly place: ServerPlace;
  /** Arguments of `weir start`. */
  readonly args: readonly string[];
}

/** This checkout, and the other one if there is one, each with the program of its `npm start`. */
export function contestants({ against, threads }: BenchmarkOptions): Contestant[] {
  const own = { name: undefined, place: {}, args: threads === undefined ? [] : ['--threads', String(threads)] };
  if (against === undefined) return [own];
  const checkout = resolve(against);
  // Older checkouts have no bundle.
  const isBundle = existsSync(join(checkout, 'src/cli/launch.cjs'));
  return [
    own,
    {
      name: basename(checkout),
      place: { program: join(checkout, isBundle ? 'src/cli/launch.cjs' : 'src/cli/main.ts') },
      args: [],
    },
  ];
}

interface Row {
  readonly unit: string;
  /** Contestant's name → its values in the order of the runs. */
  readonly runs: Map<string | undefined, number[]>;
  /** Contestant's name → the values divided by the calibration. */
  readonly shares: Map<string | undefined, number[]>;
  readonly remarks: Map<string | undefined, Set<string>>;
}

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** The value of the same client with an empty server, measured just before. */
  readonly calibration?: number | undefined;
  readonly remark?: string | undefined;
}

export class Comparison {
  readonly #rows = new Map<string, Row>();

  add({ name }: Pick<Contestant, 'name'>, { what, unit, value, calibration, remark }: Figure): void {
    const row = this.#rows.get(what) ?? { unit, runs: new Map(), shares: new Map(), remarks: new Map() };
    this.#rows.set(what, row);
    push(row.runs, name, value);
    if (calibration !== undefined) push(row.shares, name, value / calibration);
    if (remark) row.remarks.set(name, (row.remarks.get(name) ?? new Set()).add(remark));
  }

  measurements(): Measurement[] {
    return Array.from(this.#rows).flatMap(([what, row]) =>
      Array.from(row.runs, ([name, runs]) => ({
        what: name === undefined ? what : `${what}, ${name}`,
        unit: row.unit,
        runs,
        note: noteOf(row, name),
      })),
    );
  }
}

function push(lists: Map<string | undefined, number[]>, name: string | undefined, value: number): void {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  list.push(value);
}

function noteOf({ runs, shares, remarks }: Row, name: string | undefined): string {
  const ownShares = shares.get(name);
  const notes = ownShares === undefined ? [] : [`${median(ownShares).toFixed(3)} of calibration`];
  for (const [other, figures] of runs) {
    // Ratio of each run to the other contestant's run next to it.
    const ratios = figures.map((figure, run) => runs.get(name)![run]! / figure);
    if (name === undefined && other !== undefined) notes.push(`${median(ratios).toFixed(2)} × ${other}`);
  }
  return [...notes, ...(remarks.get(name) ?? [])].join(', ');
}
