/** The report of `weir replay`: counts, and one line for each difference. */
import { accountIdToAddress } from '../../crypto/address.ts';
import { ruleDifferences } from '../../ledger/rule-differences.ts';
import type { Hash256, Json, JsonObject } from '../../protocol/values.ts';
import type { PriorState } from '../../replay/prior-state.ts';
import type { Missing } from '../../replay/prior-view.ts';
import type { Replayed } from '../../replay/replay-recorded.ts';

/** A read without an answer gives this result as well as an order book without offers does. */
const WEAK_RESULT = 'tecPATH_DRY';

export interface ReplayCounts {
  readonly transactions: number;
  readonly identical: number;
  /** Transactions whose every read has a certain answer, and how many of them are identical. */
  readonly known: number;
  readonly knownIdentical: number;
  /** Identical `tecPATH_DRY` with uncertain reads: they prove little. */
  readonly weak: number;
  /** Differences of transactions whose every read has a certain answer. */
  readonly unexplained: number;
}

export function countReplayed(all: readonly Replayed[]): ReplayCounts {
  const known = all.filter(isKnown);
  return {
    transactions: all.length,
    identical: all.filter(({ isIdentical }) => isIdentical).length,
    known: known.length,
    knownIdentical: known.filter(({ isIdentical }) => isIdentical).length,
    weak: all.filter((one) => one.isIdentical && !isKnown(one) && one.recorded === WEAK_RESULT).length,
    unexplained: known.filter(({ isIdentical }) => !isIdentical).length,
  };
}

function isKnown({ missing }: Replayed): boolean {
  return missing.length === 0;
}

/** The counts of a ledger or of several, in one line. */
export function countsLine(counts: ReplayCounts): string {
  const { transactions, identical, known, knownIdentical, weak } = counts;
  const weakly = weak === 0 ? '' : ` (${weak} of them ${WEAK_RESULT}, which missing entries give too)`;
  return (
    `${identical} of ${transactions} identical: ${knownIdentical} of ${known} whose every read was known, ` +
    `${identical - knownIdentical} of ${transactions - known} others${weakly}`
  );
}

/** One line for a difference. */
export function differenceLine(replayed: Replayed, state: PriorState): string {
  const { id, position, type = 'unknown type', recorded, result, missing, dependsOn, differences } = replayed;
  const outcome =
    result === recorded ? `${recorded} with other metadata` : `${result ?? 'not applied'}, not ${recorded}`;
  const reasons = [
    ...missing.map((one) => `not known: ${missingName(one, state)}`),
    ...dependsOn.map((at) => `after the difference at ${at}`),
    ...(missing.length === 0 && dependsOn.length === 0 ? differences : []),
  ];
  return `  ${position} ${type} ${id}: ${outcome}; ${reasons.join(', ')}`;
}

function missingName({ kind, key, type }: Missing, state: PriorState): string {
  if (kind === 'successor') return `the next key after ${key}`;
  const account = type === 'AccountRoot' ? state.accountOf(key) : undefined;
  return account === undefined ? `${type ?? 'entry'} ${key}` : `account ${accountIdToAddress(account)}`;
}

/** The same as JSON. */
export function replayedJson(replayed: Replayed): JsonObject {
  const { id, result, missing, dependsOn, differences, ...rest } = replayed;
  return {
    hash: id,
    ...rest,
    ...(result === undefined ? {} : { result }),
    missing: missing.map((one) => ({ ...one }) as unknown as Json),
    dependsOn: [...dependsOn],
    differences: [...differences],
  } as JsonObject;
}

/** What differs between the rules of a network and Weir's, one line each. */
export function rulesDifferences(inForce: readonly Hash256[]): string[] {
  const { lacking, early } = ruleDifferences(inForce);
  return [
    ...lacking.map((name) => `the network has the amendment ${name}, which Weir lacks`),
    ...early.map((name) => `Weir applies the amendment ${name}, which the network does not have`),
  ];
}
