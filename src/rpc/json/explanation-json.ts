/** Explanations of results as JSON: results of `explain` and of `simulate` with `explain`. */
import type { JsonObject } from '../../protocol/values.ts';
import type { CheckedStep } from '../../transactions/explain/checked-steps.ts';
import type { Explanation, InnerExplanation } from '../../transactions/explain/explanation.ts';
import type { ExplainedFlow, ExplainedStrand } from '../../transactions/explain/strands.ts';
import { shortfallFacts } from './shortfall-json.ts';

/** The member `explanation`. */
export function explanationJson(explanation: Explanation): JsonObject {
  const { reason, advice, decidedBy, checked, isCut, strands, flows, shortfalls, inner } = explanation;
  return {
    reason,
    advice,
    decided_by: decidedBy,
    checked: checked.map(stepJson),
    ...(isCut ? { truncated: true } : {}),
    ...(strands.length === 0 ? {} : { strands: strands.map(strandJson) }),
    ...(flows.length === 0 ? {} : { flows: flows.map(flowJson) }),
    ...shortfallFacts(shortfalls),
    ...(inner.length === 0 ? {} : { inner: inner.map(innerJson) }),
  };
}

function stepJson({ stage, text, entry, fields, result }: CheckedStep): JsonObject {
  return {
    stage,
    text,
    ...(entry === undefined ? {} : { entry_type: entry.type, index: entry.index, exists: entry.exists }),
    ...(fields === undefined ? {} : { fields }),
    ...(result === undefined ? {} : { engine_result: result }),
  };
}

function strandJson({ path, outcome, because, steps }: ExplainedStrand): JsonObject {
  return {
    path,
    outcome,
    ...(because === undefined ? {} : { because }),
    steps: steps.map((step) => ({ ...step })),
  };
}

function innerJson({ transaction: { id, fields }, result, reason, isApplied }: InnerExplanation): JsonObject {
  return { transaction_type: fields.TransactionType, hash: id, engine_result: result, applied: isApplied, reason };
}

function flowJson({ result, sendMax, ...amounts }: ExplainedFlow): JsonObject {
  return { engine_result: result, ...amounts, ...(sendMax === undefined ? {} : { send_max: sendMax }) };
}
