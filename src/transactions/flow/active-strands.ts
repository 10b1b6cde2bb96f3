/** The strands that may still deliver, ordered by their possible quality (rippled: StrandFlow.h, ActiveStrands). */
import type { ReadView } from '../../ledger/read-view.ts';
import { compareQuality, composedQuality, QUALITY_ONE, type Quality } from '../../protocol/amounts/quality.ts';
import { QualityFunction } from './quality-function.ts';
import { type DebtDirection, placesOf, type Step, type Strand } from './step.ts';

export class ActiveStrands {
  #strands: readonly Strand[];
  /** The strands left for the next iteration. */
  #waiting: readonly Strand[];

  constructor(strands: readonly Strand[]) {
    this.#strands = strands;
    this.#waiting = strands;
  }

  /** The strands of the next iteration, by quality, stable. A single strand is not checked. */
  next(view: ReadView, limit: Quality | undefined): readonly Strand[] {
    this.#strands = this.#waiting.length < 2 ? this.#waiting : byQuality(view, this.#waiting, limit);
    this.#waiting = [];
    return this.#strands;
  }

  /** Keeps the strands from that position on for another iteration; those before it are dry. */
  keep(position: number): void {
    this.#waiting = this.#strands.slice(position);
  }
}

/** The upper bound of the strand's quality; undefined if the strand is dry. */
export function qualityUpperBound(view: ReadView, strand: Strand): Quality | undefined {
  let quality = QUALITY_ONE;
  let debt: DebtDirection = 'issues';
  for (const step of strand) {
    const bound = step.qualityUpperBound(view, debt);
    if (bound.quality === undefined) return undefined;
    quality = composedQuality(quality, bound.quality);
    debt = bound.debt;
  }
  return quality;
}

/** The strand's average quality as a function of its output; undefined if it is constant, or the strand is dry. */
export function strandQualityFunction(view: ReadView, strand: Strand): QualityFunction | undefined {
  let whole: QualityFunction | undefined;
  let debt: DebtDirection = 'issues';
  for (const step of strand) {
    const part = qualityFunctionOf(view, step, debt);
    if (part.quality === undefined) return undefined;
    whole = whole === undefined ? part.quality : whole.combine(part.quality);
    debt = part.debt;
  }
  return whole?.quality === undefined ? whole : undefined;
}

function qualityFunctionOf(
  view: ReadView,
  step: Step,
  previous: DebtDirection,
): ReturnType<NonNullable<Step['qualityFunction']>> {
  if (step.qualityFunction !== undefined) return step.qualityFunction(view, previous);
  const { quality, debt } = step.qualityUpperBound(view, previous);
  return { quality: quality === undefined ? undefined : QualityFunction.constant(quality), debt };
}

function byQuality(view: ReadView, strands: readonly Strand[], limit: Quality | undefined): readonly Strand[] {
  const rated: { strand: Strand; quality: Quality }[] = [];
  for (const strand of strands) {
    const quality = qualityUpperBound(view, strand);
    if (quality === undefined) {
      const dry =
        view.trace && strand.findIndex((step) => step.qualityUpperBound(view, 'issues').quality === undefined);
      view.trace?.fact('strandTried', { places: placesOf(strand), movements: [], isUsed: false, dry });
      continue;
    }
    if (limit !== undefined && compareQuality(quality, limit) < 0) {
      view.trace?.fact('strandTooDear', { places: placesOf(strand) });
      continue;
    }
    rated.push({ strand, quality });
  }
  return rated.sort((a, b) => compareQuality(b.quality, a.quality)).map(({ strand }) => strand);
}
