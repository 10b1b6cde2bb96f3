/**
 * Generates `docs/openrpc.json`, which servers publish at `/openrpc.json`: all methods in OpenRPC 1.4, for programs
 * that generate clients or check answers. Parameters come from the table of methods. The schema of an answer has the
 * fields of the recorded examples, with their types there and in all recordings of the reference.
 */
import path from 'node:path';
import { METHOD_DOCS, METHOD_PAGES } from '../../src/cli/request/method-docs.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Method } from '../../src/rpc/method/define-method.ts';
import { RPC_ERRORS } from '../../src/rpc/method/error-table.ts';
import type { ParamRow } from '../../src/rpc/method/param-row.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { recordedChains } from '../../test/support/packed-recordings.ts';
import { answerFields } from '../methods-doc/answer-fields.ts';
import { fieldText } from '../methods-doc/field-texts.ts';
import type { Recording } from '../methods-doc/recording.ts';
import { answerSchema, widened } from './answer-schema.ts';
import { API_INFO } from './api-info.ts';

export const OPENRPC_DOCUMENT = path.join(import.meta.dirname, '../../docs/openrpc.json');

const SUCCESS = { const: 'success' };
/** Matches the description of a field that may be absent, even if all recorded answers have it. */
const SAYS_OPTIONAL = /\babsent\b|\bonly (?:if|for|with)\b|^With\b/;

/** The OpenRPC document. `recordings`: those of the examples. */
export function openRpcDocument(recordings: readonly Recording[]): JsonObject {
  const answers = referenceAnswers();
  const methods = [...methodTable.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    openrpc: '1.4.0',
    info: {
      ...API_INFO,
      description:
        'A request is an HTTP POST to / with {"method": …, "params": [{…}]}; the answer is in "result". WebSockets and ' +
        'flat requests have the parameters beside "command". A result with "status": "error" has the error in "error", ' +
        '"error_code" and "error_message".',
    },
    servers: [{ name: 'local', url: 'http://127.0.0.1:5005/' }],
    methods: methods.map((method) => {
      const own = recordings.filter((recording) => recording.method === method.name);
      return methodObject(method, own, answers.get(method.name) ?? []);
    }),
    components: { errors: errorObjects() },
  };
}

/** The answers in the recordings of the reference, by method. */
function referenceAnswers(): Map<string, Pick<Recording, 'answer'>[]> {
  const answers = new Map<string, Pick<Recording, 'answer'>[]>();
  for (const { lines } of recordedChains('all')) {
    for (const line of lines) {
      if (line.kind !== 'rpc') continue;
      const own = answers.get(line.method) ?? [];
      own.push({ answer: line.result });
      answers.set(line.method, own);
    }
  }
  return answers;
}

function methodObject(
  { name, role, params }: Method,
  recordings: readonly Recording[],
  reference: readonly Pick<Recording, 'answer'>[],
): JsonObject {
  const fields = widened(answerFields(name, recordings), answerFields(name, reference)).map((field) => ({
    ...field,
    isAlways: field.isAlways && !SAYS_OPTIONAL.test(fieldText(name, field.path)),
  }));
  const schema = answerSchema(fields, (at) => withoutLinks(fieldText(name, at)));
  return {
    name,
    summary: METHOD_DOCS.get(name)!.summary,
    tags: [{ name: METHOD_PAGES.find(({ docs }) => name in docs)!.title }, { name: role }],
    paramStructure: 'by-name',
    params: params.flatMap(paramObjects),
    result: {
      name: 'result',
      schema: { ...schema, properties: { ...(schema.properties as JsonObject), status: SUCCESS } },
    },
  };
}

function paramObjects({ name, members = [name], type, values, required = false, text }: ParamRow): JsonObject[] {
  const types = type.split(' or ');
  const schema = { type: types.length === 1 ? types[0]! : types, ...(values === undefined ? {} : { enum: values }) };
  return members.map((member) => ({ name: member, description: withoutLinks(text), required, schema }));
}

/** Errors by token. Any method may return those that fit its parameters. */
function errorObjects(): JsonObject {
  const entries = Object.entries(RPC_ERRORS).map(([token, { code, message }]) => [token, { code, message }]);
  return Object.fromEntries(entries);
}

/** Links of the documents have no target here. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
