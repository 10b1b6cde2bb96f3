/**
 * Explains why a transaction gets its result: the reason in one line, advice, and all checks up to the result. The
 * reason contains values of this transaction where the result has a specific explanation; else it is the general
 * meaning of the result and the last reads.
 */
import { isTesSuccess, type Ter, terMessage } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { adviceFor, type TransactionPlace } from './advice.ts';
import { batchReason, explainInner, innerCount, isBatch } from './batch-reasons.ts';
import { type CheckedStep, checkedSteps } from './checked-steps.ts';
import { readWords } from './entry-words.ts';
import { Findings, type Subject } from './findings.ts';
import { FUNDS_REASONS, TRACED_REASONS } from './funds-reasons.ts';
import type { FieldRead } from './recorder.ts';
import { noteOf } from './result-notes.ts';
import { DIRECT_REASONS, signatureReason } from './sender-reasons.ts';
import { type Shortfall, shortfallLine, shortfallsOf } from './shortfalls.ts';
import { type ExplainedFlow, type ExplainedStrand, explainFlows, explainStrands } from './strands.ts';
import { accountNamer, capitalized, fieldWords } from './value-words.ts';

export interface Explanation {
  readonly result: Ter;
  /** The stage that decided, else the last one; 'queue' if the queue kept the transaction from the engine. */
  readonly decidedBy: Findings['stage'] | 'queue';
  readonly reason: string;
  /** What the sender can do. */
  readonly advice: string;
  readonly checked: readonly CheckedStep[];
  /** True if the list of checks is truncated. */
  readonly isCut: boolean;
  readonly strands: readonly ExplainedStrand[];
  readonly flows: readonly ExplainedFlow[];
  /** What the transaction did not do although it succeeded. */
  readonly shortfalls: readonly Shortfall[];
  /** The transactions inside a batch, as far as it gets. */
  readonly inner: readonly InnerExplanation[];
}

/** One transaction inside a batch. */
export interface InnerExplanation {
  readonly transaction: Transaction;
  readonly result: Ter;
  readonly reason: string;
  /** False if it leaves no trace: it could not even claim its sequence, or the batch was undone. */
  readonly isApplied: boolean;
}

/** The most transaction fields that a reason repeats. */
const LAST_FIELDS = 4;
/** Fields that every transaction reads, so they explain less. */
const COMMON_FIELDS: ReadonlySet<string> = new Set([
  'Delegate',
  'NetworkID',
  'Fee',
  'SigningPubKey',
  'Sequence',
  'TicketSequence',
  'AccountTxnID',
  'Signers',
]);
/** Markdown links of the notes, reduced to their text. */
const LINK = /\[([^\]]+)\]\([^)]*\)/g;

/** The queue's result, if the queue decided instead of the engine. */
export interface QueueVerdict {
  readonly result: Ter;
  readonly reason: string;
}

/** The full explanation; `queued` if the queue decided. */
export function explain(findings: Findings, place: TransactionPlace, queued?: QueueVerdict): Explanation {
  const { stage, isCut } = findings;
  const { result } = queued ?? findings;
  const isApplied = isBatch(findings.subject) && isTesSuccess(result);
  const inner = isApplied ? explainInner(findings.subject, findings.after) : [];
  const counted = isApplied ? innerCount(findings.subject, inner) : undefined;
  return {
    result,
    decidedBy: queued === undefined ? stage : 'queue',
    reason: queued?.reason ?? counted ?? reasonOf(findings.subject, result, () => findings),
    advice: plain(adviceFor(result, place)),
    checked: checkedSteps(findings),
    isCut,
    strands: explainStrands(findings),
    flows: explainFlows(findings),
    shortfalls: isTesSuccess(result) ? shortfallsIn(findings) : [],
    inner: inner.map(({ findings: own, isApplied }) => {
      const { subject, result } = own;
      return { transaction: subject.transaction, result, reason: reasonOf(subject, result, () => own), isApplied };
    }),
  };
}

/**
 * Why the transaction got this result, in one line. Most failed submissions fail for their sequence or fee, which shows
 * without applying them again; `find` applies the others again.
 */
export function reasonOf(subject: Subject, result: Ter, find: () => Findings = () => new Findings(subject)): string {
  if (isTesSuccess(result)) return shortfallLine(shortfallsIn(find())) ?? plain(noteOf(result)!.when);
  const direct =
    batchReason(subject, result, reasonOf) ??
    (DIRECT_REASONS[result] ?? FUNDS_REASONS[result])?.(subject) ??
    (result === 'temINVALID' ? signatureReason(subject) : undefined);
  if (direct !== undefined) return direct;
  const findings = find();
  // Results can differ if the ledger changed meanwhile.
  if (findings.result !== result) return meaningOf(result);
  const found = TRACED_REASONS[result]?.(findings);
  return found === undefined ? `${meaningOf(result)} ${lastReads(findings)}`.trim() : capitalized(found);
}

function shortfallsIn({ subject, metadata }: Findings): readonly Shortfall[] {
  return metadata === undefined ? [] : shortfallsOf(subject.transaction, metadata);
}

/** The general meaning of a result. */
export function meaningOf(result: Ter): string {
  return plain(noteOf(result)?.when ?? terMessage(result));
}

/** The last reads before the result: an entry and fields of the transaction, with their values. */
function lastReads(findings: Findings): string {
  const { events, keys, nameOf, subject } = findings;
  const at = events.findLastIndex(({ kind }) => kind === 'entry');
  const entry = events[at];
  const fields = events.slice(at + 1).filter((event) => event.kind === 'field');
  const parts = fieldsWords(fields, subject);
  if (entry?.kind !== 'entry' || findings.stage === 'preflight') return parts;
  return `${readWords(entry, keys, nameOf)} ${parts}`.trim();
}

function fieldsWords(reads: readonly FieldRead[], { transaction }: Subject): string {
  const { TransactionType: type } = transaction.fields;
  const nameOf = accountNamer(transaction);
  const specific = reads.filter(({ name }) => !COMMON_FIELDS.has(name));
  const shown = specific.length === 0 ? reads : specific;
  if (shown.length === 0) return '';
  const parts = new Map(
    shown.slice(-LAST_FIELDS).map(({ name, value }) => [name, fieldWords(type, name, value, nameOf)]),
  );
  return `In the transaction: ${[...parts].map(([name, words]) => `${name} ${words}`).join(', ')}.`;
}

/** Plain text without Markdown. */
function plain(text: string): string {
  return text.replaceAll(LINK, '$1').replaceAll('`', '');
}
