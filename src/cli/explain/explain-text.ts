/** An explanation as text: the result, its reason, what to do, the paths of a payment, and the checks. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';

const STAGES: Readonly<Record<string, string>> = {
  preflight: 'The form, without a ledger',
  preclaim: 'What the ledger says, before anything changes',
  apply: 'The change itself',
  invariants: 'The rules that every ledger keeps',
};
/** Indentation of lines below a title. */
const INDENT = '  ';

/** The text for an answer of `explain`, or of `simulate` with `explain`. */
export function explanationText(answer: JsonObject, isShort: boolean): string {
  const explanation = isJsonObject(answer.explanation) ? answer.explanation : {};
  const head = [
    `${String(answer.engine_result)}: ${String(answer.engine_result_message)}`,
    placeText(answer),
    '',
    `Why: ${String(explanation.reason)}`,
    `Do:  ${String(explanation.advice)}`,
  ];
  head.push(...innerText(explanation));
  if (isShort) return head.join('\n');
  return [...head, ...waysText(explanation), ...checkedText(explanation)].join('\n');
}

function placeText({ tx_json: tx, hash, validated, ledger_index: index, replay }: JsonObject): string {
  const type = isJsonObject(tx) ? String(tx.TransactionType) : 'Transaction';
  const name = hash === undefined ? type : `${type} ${String(hash)}`;
  if (validated !== true || !isJsonObject(replay)) return `${name}, on the open ledger`;
  const proof =
    replay.metadata_agrees === true
      ? 'applied once more, it gives the same metadata'
      : 'APPLIED ONCE MORE, IT GIVES OTHER METADATA';
  return `${name}, in ledger ${String(index)} at place ${String(replay.position)}: ${proof}`;
}

function objectsOf(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? (list as readonly Json[]).filter(isJsonObject) : [];
}

function innerText({ inner }: JsonObject): string[] {
  const lines = objectsOf(inner).map(({ transaction_type: type, engine_result: result, applied, reason }, at) => {
    return `${INDENT}${at + 1}. ${String(type)}, ${String(result)}${applied === true ? '' : ', not applied'}: ${String(reason)}`;
  });
  return lines.length === 0 ? [] : ['', 'Inside:', ...lines];
}

function waysText({ strands, flows }: JsonObject): string[] {
  const ways = objectsOf(strands).flatMap(({ path, outcome, because, steps }) => [
    `${INDENT}${path === 0 ? 'default path' : `path ${String(path)}`}: ${String(outcome)}`,
    ...objectsOf(steps).map((step) => `${INDENT}${INDENT}${stepText(step)}`),
    ...(because === undefined ? [] : [`${INDENT}${INDENT}${String(because)}`]),
  ]);
  const ends = objectsOf(flows).map(({ wanted, delivered, spent, send_max: most }) => {
    const limit = most === undefined ? '' : ` of at most ${String(most)}`;
    return `${INDENT}altogether: ${String(delivered)} of ${String(wanted)} delivered, for ${String(spent)}${limit}`;
  });
  return ways.length === 0 ? [] : ['', 'Ways:', ...ways, ...ends];
}

function stepText({ place, in: into, out }: JsonObject): string {
  return into === undefined ? String(place) : `${String(place)}: ${String(into)} in, ${String(out)} out`;
}

function checkedText({ checked, truncated }: JsonObject): string[] {
  const lines: string[] = [];
  let stage: Json | undefined;
  for (const step of objectsOf(checked)) {
    if (step.stage !== stage) lines.push('', `${STAGES[String(step.stage)] ?? String(step.stage)}:`);
    stage = step.stage;
    const verdict = step.engine_result === 'tesSUCCESS' ? 'passed' : step.engine_result;
    lines.push(`${INDENT}${verdict === undefined ? String(step.text) : `→ ${String(verdict)}`}`);
  }
  return truncated === true ? [...lines, '', 'The list is truncated.'] : lines;
}
