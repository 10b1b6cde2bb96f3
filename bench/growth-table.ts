/** A table of costs by size: the ratio of each size to the smallest, and the reason if it grows. */
import { type BenchmarkOptions, type Measurement, median } from './benchmark.ts';

/** Up to this ratio a cost counts as constant, because runs differ by that much. */
const FLAT = 1.3;

export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** The reason why the cost grows; absent if it should be constant. */
  readonly reason?: string;
  /** Size → values of its runs, the smallest size first. */
  readonly bySize: Map<number, number[]>;
}

/** Collects values by operation, in the order in which operations are first added. */
export class GrowthTable {
  readonly #growths = new Map<string, Growth>();

  add(kind: Omit<Growth, 'bySize'>, size: number, figure: number): void {
    const growth = this.#growths.get(kind.what) ?? { ...kind, bySize: new Map() };
    this.#growths.set(kind.what, growth);
    const figures = growth.bySize.get(size) ?? [];
    growth.bySize.set(size, figures);
    figures.push(figure);
  }

  /** `things`: the counted objects, as `accounts`. */
  measurements(things: string): Measurement[] {
    return Array.from(this.#growths.values()).flatMap((growth) => rowsOf(growth, things));
  }
}

function rowsOf({ what, unit, reason, bySize }: Growth, things: string): Measurement[] {
  const [[smallest, first]] = Array.from(bySize) as [[number, number[]]];
  const largest = Math.max(...bySize.keys());
  return Array.from(bySize, ([size, runs]) => {
    const ratio = median(runs) / median(first);
    const cost = unit === 'a second' ? 1 / ratio : ratio;
    const trend = size === largest ? `, ${percentATenfold(bySize, unit)} a tenfold` : '';
    const grown = size === smallest ? '' : `${cost.toFixed(2)} × the cost${trend}`;
    const note = cost > FLAT ? `${grown}: ${reason ?? 'unexplained'}` : grown;
    return {
      what: `${what}, ${size.toLocaleString('en')} ${size === 1 ? things.slice(0, -1) : things}`,
      unit,
      runs,
      note,
    };
  });
}

/**
 * Growth of the cost with each tenfold size, in percent: the slope of a line through the logarithms of all sizes and
 * costs.
 */
function percentATenfold(bySize: ReadonlyMap<number, readonly number[]>, unit: string): string {
  const points = Array.from(bySize, ([size, runs]) => ({ x: Math.log10(size), y: Math.log10(median(runs)) }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  const percent = Math.round(100 * (10 ** (unit === 'a second' ? -slope : slope) - 1));
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}

/** The sizes for these options: up to 100,000 with `isQuick`, ten million only with `isFull`. */
export function sizesFor({ isQuick, isFull }: BenchmarkOptions, sizes: readonly number[]): number[] {
  const most = isFull ? Number.POSITIVE_INFINITY : isQuick ? 100_000 : 1_000_000;
  return sizes.filter((size) => size <= most);
}
