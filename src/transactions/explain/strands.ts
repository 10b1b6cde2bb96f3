/**
 * Describes the strands of a payment or offer crossing: which were tried, the amounts in and out of each step, why a
 * strand was dry, and the outcome.
 */
import type { StepPlace, TraceFacts } from '../../ledger/trace.ts';
import { compareAmounts, isZeroAmount } from '../../protocol/amounts/amount-math.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { TradedAmount } from '../../protocol/values.ts';
import { sideOf } from '../trust-lines/trust-line-side.ts';
import type { Findings } from './findings.ts';
import { authorizationReason, lineReason, rippleReason } from './line-reasons.ts';
import type { EntryRead, FactEvent } from './recorder.ts';
import { type AccountNamer, capitalized, dropsWords, issueWords } from './value-words.ts';

/** A step of a strand, with the amounts in and out if it was executed. */
export interface ExplainedStep {
  readonly place: string;
  readonly in?: string;
  readonly out?: string;
}

/** A strand that was rejected or tried. */
export interface ExplainedStrand {
  /** 0 is the default path, 1 the first of `Paths`. */
  readonly path: number;
  readonly outcome: 'refused' | 'used' | 'dry' | 'too dear';
  readonly steps: readonly ExplainedStep[];
  /** Why it was not used. */
  readonly because?: string;
}

/** The outcome of a payment or crossing. */
export interface ExplainedFlow {
  readonly result: Ter;
  readonly wanted: string;
  readonly delivered: string;
  readonly spent: string;
  readonly sendMax?: string;
}

/** Why an offer cannot be consumed. */
export const PASSED_OVER: Readonly<Record<TraceFacts['offerPassedOver']['because'], string>> = {
  unusable: 'expired, frozen or outside the domain',
  unfunded: 'whose owner has no funds',
  unauthorized: 'whose owner may not hold what it would get',
  own: 'of the sender',
};

/** All strands, in the order in which they were rejected or tried. */
export function explainStrands(findings: Findings): ExplainedStrand[] {
  const paths = new Map<string, number>();
  const strands: ExplainedStrand[] = [];
  for (const [at, event] of findings.events.entries()) {
    if (event.kind !== 'fact') continue;
    if (event.name === 'strandBuilt') paths.set(placesKey(event.values.places), event.values.path);
    else if (event.name === 'strandRefused') strands.push(refused(findings, event.values, at));
    else if (event.name === 'strandTried') strands.push(tried(findings, event.values, at, paths));
    else if (event.name === 'strandTooDear') strands.push(tooDear(findings, event.values, paths));
  }
  return strands;
}

/** The outcome of each flow. */
export function explainFlows(findings: Findings): ExplainedFlow[] {
  return findings.facts('flowEnded').map(({ result, wanted, most, spent, delivered }) => {
    const places = findings.facts('strandBuilt').at(-1)?.places ?? [];
    const into = (amount: TradedAmount) => movedWords(amount, places[0], 'in', findings.nameOf);
    const out = (amount: TradedAmount) => movedWords(amount, places.at(-1), 'out', findings.nameOf);
    return {
      result,
      wanted: out(wanted),
      delivered: out(delivered),
      spent: into(spent),
      ...(most === undefined ? {} : { sendMax: into(most) }),
    };
  });
}

/** Why a payment delivered nothing, or less than requested. */
export function flowReason(findings: Findings): string | undefined {
  const strands = explainStrands(findings);
  const failures = [...new Set(strands.map(({ because }) => because).filter((words) => words !== undefined))];
  const why = failures.join(' ');
  const [flow] = explainFlows(findings).slice(-1);
  if (flow === undefined) return failures.length === 0 ? undefined : `No path can be used. ${why}`;
  const { delivered: moved, wanted } = findings.facts('flowEnded').at(-1)!;
  if (isZeroAmount(moved)) return `Nothing of ${flow.wanted} can be delivered. ${why}`.trim();
  if (compareAmounts(moved, wanted) >= 0) return undefined;
  const limit = flow.sendMax === undefined ? '' : ` of at most ${flow.sendMax}`;
  return `Only ${flow.delivered} of ${flow.wanted} can be delivered, for ${flow.spent}${limit}. ${why}`.trim();
}

function refused(findings: Findings, { path, result }: TraceFacts['strandRefused'], at: number): ExplainedStrand {
  const step = findings.events.slice(0, at).findLast((event) => event.kind === 'fact' && event.name === 'stepRefused');
  const { place } = ((step as FactEvent | undefined)?.values ?? {}) as Partial<TraceFacts['stepRefused']>;
  if (place === undefined)
    return { path, outcome: 'refused', steps: [], because: `${pathWords(path)} is no path (${result}).` };
  const reads = findings.events.slice(0, at).filter((event) => event.kind === 'entry');
  const because = refusalWords(findings, place, result, reads);
  return { path, outcome: 'refused', steps: [{ place: placeWords(place, findings.nameOf) }], because };
}

function refusalWords(findings: Findings, place: StepPlace, result: Ter, reads: readonly EntryRead[]): string {
  const reason = reasonOfRefusal(findings, place, result, reads);
  return capitalized(reason ?? `there is no way ${placeWords(place, findings.nameOf)} (${result}).`);
}

function reasonOfRefusal(
  findings: Findings,
  place: StepPlace,
  result: Ter,
  reads: readonly EntryRead[],
): string | undefined {
  if (result === 'terNO_LINE') return lineReason(findings, reads);
  if (result === 'terNO_AUTH') return authorizationReason(findings);
  if (result === 'terNO_RIPPLE') return rippleReason(findings);
  if (result === 'tecPATH_DRY' && place.kind === 'line') return fullLineWords(findings, place);
  return undefined;
}

function tried(
  findings: Findings,
  { places, movements, isUsed, dry }: TraceFacts['strandTried'],
  at: number,
  paths: ReadonlyMap<string, number>,
): ExplainedStrand {
  const path = paths.get(placesKey(places)) ?? 0;
  const steps = places.map((place, index) =>
    explainStep(place, isUsed ? movements[index] : undefined, findings.nameOf),
  );
  if (isUsed) return { path, outcome: 'used', steps };
  const because = dry === undefined ? undefined : dryWords(findings, places[dry]!, at);
  return { path, outcome: 'dry', steps, ...(because === undefined ? {} : { because: capitalized(because) }) };
}

function tooDear(
  { nameOf }: Findings,
  { places }: TraceFacts['strandTooDear'],
  paths: ReadonlyMap<string, number>,
): ExplainedStrand {
  const path = paths.get(placesKey(places)) ?? 0;
  const steps = places.map((place) => explainStep(place, undefined, nameOf));
  return { path, outcome: 'too dear', steps, because: `${pathWords(path)} costs more than the limit allows.` };
}

function explainStep(
  place: StepPlace,
  moved: { in: TradedAmount; out: TradedAmount } | undefined,
  nameOf: AccountNamer,
): ExplainedStep {
  const words = placeWords(place, nameOf);
  if (moved === undefined) return { place: words };
  return {
    place: words,
    in: movedWords(moved.in, place, 'in', nameOf),
    out: movedWords(moved.out, place, 'out', nameOf),
  };
}

/** Why the step was dry. */
function dryWords(findings: Findings, place: StepPlace, at: number): string {
  const { nameOf } = findings;
  if (place.kind === 'drops') return `${nameOf(place.account)} has no XRP above its reserve.`;
  if (place.kind === 'line') return fullLineWords(findings, place);
  const book = `the order book that gives ${issueWords(place.out, nameOf)} for ${issueWords(place.in, nameOf)}`;
  const passed = passedOver(findings, at);
  return passed === '' ? `${book} is empty.` : `${book} has no usable offer, only ${passed}.`;
}

/** The offers skipped in this attempt, counted by reason. */
function passedOver(findings: Findings, at: number): string {
  const before = findings.events.slice(0, at);
  const start = before.findLastIndex((event) => event.kind === 'fact' && event.name === 'strandTried');
  const counts = new Map<string, number>();
  for (const event of before.slice(start + 1)) {
    if (event.kind !== 'fact' || event.name !== 'offerPassedOver') continue;
    const why = PASSED_OVER[event.values.because];
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${count} ${count === 1 ? 'offer' : 'offers'} ${why}`).join(' and ');
}

/** A trust line without capacity in this direction. */
function fullLineWords({ subject, nameOf }: Findings, place: Extract<StepPlace, { kind: 'line' }>): string {
  const { source, destination, currency } = place;
  const name = currencyText(currency);
  const line = subject.view.read(lineKeylet(source, destination, currency));
  if (line === undefined)
    return `there is no trust line in ${name} between ${nameOf(source)} and ${nameOf(destination)}.`;
  const limit = line[sideOf(destination, source).limit];
  if (isZeroAmount(limit)) return `${nameOf(source)} holds no ${name} of ${nameOf(destination)} to send.`;
  return `the limit of ${nameOf(destination)} for ${name} of ${nameOf(source)} is ${amountText(limit)}, and is reached.`;
}

/** The place of a step. */
export function placeWords(place: StepPlace, nameOf: AccountNamer): string {
  if (place.kind === 'drops')
    return place.isLast ? `XRP to ${nameOf(place.account)}` : `XRP of ${nameOf(place.account)}`;
  if (place.kind === 'book')
    return `the order book from ${issueWords(place.in, nameOf)} to ${issueWords(place.out, nameOf)}`;
  return `${currencyText(place.currency)} from ${nameOf(place.source)} to ${nameOf(place.destination)}`;
}

/** The amount in or out of a step. */
export function movedWords(
  amount: TradedAmount,
  place: StepPlace | undefined,
  side: 'in' | 'out',
  nameOf: AccountNamer,
): string {
  if (typeof amount === 'bigint') return dropsWords(amount);
  if (place?.kind === 'book') return `${amountText(amount)} ${issueWords(place[side], nameOf)}`;
  return place?.kind === 'line' ? `${amountText(amount)} ${currencyText(place.currency)}` : amountText(amount);
}

function pathWords(path: number): string {
  return path === 0 ? 'The default path' : `Path ${path}`;
}

function placesKey(places: readonly StepPlace[]): string {
  return JSON.stringify(places);
}
