/** The engine's checks in order: reads of entries, reads of transaction fields, and the result of each stage. */
import type { CheckedPart, TraceStage } from '../../ledger/trace.ts';
import { fieldToJson } from '../../protocol/json/to-json.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { FieldValue, Json, JsonObject, StObject } from '../../protocol/values.ts';
import { presentFirst, readWords, shortKey } from './entry-words.ts';
import type { Findings } from './findings.ts';
import type { EntryRead, FactEvent, FieldRead } from './recorder.ts';
import { movedWords, PASSED_OVER, placeWords } from './strands.ts';
import { capitalized, dropsWords, fieldWords, timeWords } from './value-words.ts';

/** One step: a sentence, and its values as JSON. */
export interface CheckedStep {
  readonly stage: TraceStage;
  readonly text: string;
  /** For a read of an entry. */
  readonly entry?: { readonly type: string; readonly index: string; readonly exists: boolean };
  /** The fields read, of the entry or else of the transaction; null for absent ones. */
  readonly fields?: JsonObject;
  /** For the end of a stage. */
  readonly result?: Ter;
}

const STAGE_WORDS: Readonly<Record<TraceStage, string>> = {
  preflight: 'The form of the transaction, without a ledger',
  preclaim: 'The sender, its fee, and what the ledger holds',
  apply: 'The change itself',
  invariants: 'The invariants of the ledger',
};

/** Every step until the result, except what strands.ts describes. */
export function checkedSteps(findings: Findings): CheckedStep[] {
  const steps: CheckedStep[] = [];
  const { events, stages } = findings;
  for (const stage of ['preflight', 'preclaim', 'apply'] as const) {
    let fields: FieldRead[] = [];
    const endFields = () => {
      if (fields.length > 0) steps.push(fieldsStep(findings, stage, fields));
      fields = [];
    };
    for (const event of events) {
      if (event.stage !== stage) continue;
      if (event.kind === 'field') fields.push(event);
      else {
        endFields();
        const step = event.kind === 'entry' ? entryStep(findings, event) : factStep(findings, event);
        if (step !== undefined) steps.push(step);
      }
    }
    endFields();
    steps.push(...verdicts(stages, [stage]));
  }
  return [...steps, ...verdicts(stages, ['invariants'])];
}

function verdicts(stages: Findings['stages'], wanted: readonly TraceStage[]): CheckedStep[] {
  return stages
    .filter(({ stage }) => wanted.includes(stage))
    .map(({ stage, result }) => {
      return { stage, text: `${STAGE_WORDS[stage]}: ${verdictOn(result)}.`, result };
    });
}

function fieldsStep({ subject, nameOf }: Findings, stage: TraceStage, reads: readonly FieldRead[]): CheckedStep {
  const { TransactionType: type } = subject.transaction.fields;
  const values = new Map(reads.map(({ name, value }) => [name, value]));
  const names = presentFirst(subject.transaction.fields, [...values.keys()]);
  const parts = names.map((name) => `${name} ${fieldWords(type, name, values.get(name), nameOf)}`);
  return { stage, text: `Looked at the transaction: ${parts.join('; ')}.`, fields: fieldsJson(values) };
}

function entryStep(findings: Findings, entryRead: EntryRead): CheckedStep {
  const { stage, type, key, entry, fields } = entryRead;
  const object = entry as unknown as StObject | undefined;
  const values = new Map([...fields].map((name) => [name, object?.[name]]));
  return {
    stage,
    text: readWords(entryRead, findings.keys, findings.nameOf),
    entry: { type: type ?? 'any', index: key, exists: entry !== undefined },
    ...(values.size === 0 ? {} : { fields: fieldsJson(values) }),
  };
}

const CHECKS: Readonly<Record<CheckedPart, string>> = {
  sequence: 'The sequence number or ticket',
  priorAndLastLedger: 'AccountTxnID, LastLedgerSequence and duplicates',
  delegation: 'the permissions of the delegate',
  signature: 'The keys that signed',
  fee: 'The fee',
};

function factStep(findings: Findings, event: FactEvent): CheckedStep | undefined {
  const text = factText(findings, event);
  return text === undefined ? undefined : { stage: event.stage, text };
}

/** Undefined for facts that strands.ts describes. */
function factText({ nameOf }: Findings, { name, values }: FactEvent): string | undefined {
  switch (name) {
    case 'check':
      return `${CHECKS[values.part]}: ${verdictOn(values.result)}.`;
    case 'expiration': {
      const [end, now] = [timeWords(values.expirationSeconds), timeWords(values.nowSeconds)];
      const verdict = values.nowSeconds >= values.expirationSeconds ? 'it has passed' : 'it has not passed';
      return `Compared the time ${end} with the close of the last ledger, ${now}: ${verdict}.`;
    }
    case 'spendableDrops':
      return `${capitalized(nameOf(values.account))} can spend ${dropsWords(values.drops)}.`;
    case 'lineCapacity':
      return `Capacity of ${placeWords(values.place, nameOf)}: ${movedWords(values.limit, values.place, 'out', nameOf)}.`;
    case 'offerPassedOver':
      return `Skipped the offer ${shortKey(values.offer)} of ${nameOf(values.owner)}, ${PASSED_OVER[values.because]}.`;
    default:
      return undefined;
  }
}

function verdictOn(result: Ter): string {
  return result === 'tesSUCCESS' ? 'passed' : result;
}

function fieldsJson(values: ReadonlyMap<string, FieldValue | undefined>): JsonObject {
  const entries = [...values].map(([name, value]): [string, Json] => {
    const field = fieldByName(name);
    return [name, value === undefined || field === undefined ? null : fieldToJson(value, field)];
  });
  return Object.fromEntries(entries);
}
