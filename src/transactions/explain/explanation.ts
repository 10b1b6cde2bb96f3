/**
 * Why a transaction gets its result: in one line, with what to do about it, and with all that was checked until then. The
 * line is the result's own where it has one with numbers in it, else what the result means and what was looked at last.
 */
import { isTesSuccess, type Ter, terMessage } from '../../protocol/tables/ter.ts';
import { type CheckedStep, checkedSteps } from './checked-steps.ts';
import { lookWords } from './entry-words.ts';
import { Findings, type Subject } from './findings.ts';
import { FOUND_REASONS, FUNDS_REASONS } from './funds-reasons.ts';
import { authorizedLine, lostAuthorization } from './line-reasons.ts';
import type { FieldLook } from './recorder.ts';
import { noteOf } from './result-notes.ts';
import { DIRECT_REASONS, signatureReason } from './sender-reasons.ts';
import { type ExplainedFlow, type ExplainedStrand, explainFlows, explainStrands } from './strands.ts';
import { capitalized, fieldWords, whoIn } from './value-words.ts';

export interface Explanation {
  readonly result: Ter;
  /** The stage that decided, or the last one; the queue, if that lets nothing through to them. */
  readonly decidedBy: Findings['stage'] | 'queue';
  readonly reason: string;
  /** What to do about it. */
  readonly advice: string;
  readonly checked: readonly CheckedStep[];
  /** True if there was more to see than is told. */
  readonly isCut: boolean;
  readonly strands: readonly ExplainedStrand[];
  readonly flows: readonly ExplainedFlow[];
}

/** How many of the transaction's fields that were looked at last are worth telling. */
const LAST_FIELDS = 4;
/** What is looked at in every transaction is worth less. */
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
/** Links of the documents' notes: their text stays. */
const LINK = /\[([^\]]+)\]\([^)]*\)/g;

/** What the queue says, in place of the engine. */
export interface QueueVerdict {
  readonly result: Ter;
  readonly reason: string;
}

/** All that there is to say of what was found; `queued` if the queue keeps the transaction from the ledger. */
export function explain(findings: Findings, queued?: QueueVerdict): Explanation {
  const { stage, isCut } = findings;
  const { result } = queued ?? findings;
  return {
    result,
    decidedBy: queued === undefined ? stage : 'queue',
    reason: queued?.reason ?? reasonOf(findings.subject, result, () => findings),
    advice: plain(noteOf(result)?.remedy ?? ''),
    checked: checkedSteps(findings),
    isCut,
    strands: explainStrands(findings),
    flows: explainFlows(findings),
  };
}

/**
 * Why the transaction got this result there, in one line. Most submissions that fail do so for their number or their fee,
 * which shows without applying them once more; `find` does that for the others.
 */
export function reasonOf(subject: Subject, result: Ter, find: () => Findings = () => new Findings(subject)): string {
  if (isTesSuccess(result)) return successWords(subject, find) ?? plain(noteOf(result)!.when);
  const direct =
    (DIRECT_REASONS[result] ?? FUNDS_REASONS[result])?.(subject) ??
    (result === 'temINVALID' ? signatureReason(subject) : undefined);
  if (direct !== undefined) return direct;
  const findings = find();
  // A ledger that moved on meanwhile may say something else.
  if (findings.result !== result) return meaningOf(result);
  const found = FOUND_REASONS[result]?.(findings);
  return found === undefined ? `${meaningOf(result)} ${lastLook(findings)}`.trim() : capitalized(found);
}

/** What a success did that its sender may not expect. */
function successWords({ transaction, view }: Subject, find: () => Findings): string | undefined {
  const line = authorizedLine(transaction, view);
  return line && lostAuthorization(transaction, line, find().after);
}

/** What the result means, without anything of this transaction. */
export function meaningOf(result: Ter): string {
  return plain(noteOf(result)?.when ?? terMessage(result));
}

/** What was looked at right before the decision: an entry, and fields of the transaction, with what they say. */
function lastLook(findings: Findings): string {
  const { events, keys, who, subject } = findings;
  const at = events.findLastIndex(({ kind }) => kind === 'entry');
  const entry = events[at];
  const fields = events.slice(at + 1).filter((event) => event.kind === 'field');
  const said = fieldsWords(fields, subject);
  if (entry?.kind !== 'entry' || findings.stage === 'preflight') return said;
  return `${lookWords(entry, keys, who)} ${said}`.trim();
}

function fieldsWords(looks: readonly FieldLook[], { transaction }: Subject): string {
  const { TransactionType: type } = transaction.fields;
  const who = whoIn(transaction);
  const telling = looks.filter(({ name }) => !COMMON_FIELDS.has(name));
  const told = telling.length === 0 ? looks : telling;
  if (told.length === 0) return '';
  const said = new Map(told.slice(-LAST_FIELDS).map(({ name, value }) => [name, fieldWords(type, name, value, who)]));
  return `In the transaction: ${[...said].map(([name, words]) => `${name} ${words}`).join(', ')}.`;
}

/** Without what only a document shows. */
function plain(text: string): string {
  return text.replaceAll(LINK, '$1').replaceAll('`', '');
}
