/** The documents of the API for programs are up to date, served, and valid for every recorded answer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { Ajv, type ValidateFunction } from 'ajv';
import { ASYNCAPI_DOCUMENT, asyncApiDocument } from '../../scripts/api-documents/asyncapi.ts';
import { OPENRPC_DOCUMENT, openRpcDocument } from '../../scripts/api-documents/openrpc.ts';
import { type Recording, recordExamples } from '../../scripts/methods-doc/recording.ts';
import { createLedger } from '../../src/embedded/create-ledger.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { recordedChains } from '../support/packed-recordings.ts';

interface DocumentedMethod {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required: boolean; readonly schema: object }[];
  readonly result: { readonly schema: object };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { methods }: { readonly methods: readonly DocumentedMethod[] } = readJson(OPENRPC_DOCUMENT);
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
const answers = new Map(methods.map(({ name, result }) => [name, ajv.compile(result.schema)]));

describe('docs/openrpc.json', () => {
  let examples: Recording[];
  before(async () => {
    examples = await recordExamples();
  });

  test('is up to date', () => {
    assert.deepEqual(readJson(OPENRPC_DOCUMENT), openRpcDocument(examples), 'run npm run docs');
  });

  test('has every method with its parameters', () => {
    assert.deepEqual(
      methods.map(({ name }) => name),
      [...methodTable.keys()].sort(),
    );
    for (const { name, params } of methods)
      assert.equal(params.length, methodTable.get(name)!.params.flatMap((row) => row.members ?? row.name).length, name);
  });

  test('describes the parameters and answers of all examples', () => {
    for (const { method, params, answer } of examples) {
      if (answer.error !== undefined) continue;
      assertValid(answers.get(method)!, answer, method);
      const rows = methods.find(({ name }) => name === method)!.params;
      for (const { name, required, schema } of rows) {
        if (params[name] !== undefined) assertValid(ajv.compile(schema), params[name], `${method}: ${name}`);
        else assert.ok(!required, `${method} was answered without ${name}`);
      }
    }
  });

  test('describes every answer in the recordings of the reference', () => {
    let count = 0;
    for (const { name, lines } of recordedChains('all')) {
      for (const line of lines) {
        if (line.kind !== 'rpc' || line.result.error !== undefined || !answers.has(line.method)) continue;
        assertValid(answers.get(line.method)!, line.result, `${name}: ${line.method}`);
        count += 1;
      }
    }
    assert.ok(count > 5_000, `only ${count} answers were checked`);
  });

  test('refuses an answer of other types', () => {
    const { account_data: entry, ...rest } = examples.find(({ method }) => method === 'account_info')!.answer;
    assert.ok(!answers.get('account_info')!({ ...rest, account_data: { ...entry, Balance: 5 } }));
    assert.ok(!answers.get('account_info')!(rest), 'account_data is required');
  });
});

describe('docs/asyncapi.json', () => {
  test('is up to date', async () => {
    assert.deepEqual(
      readJson(ASYNCAPI_DOCUMENT),
      JSON.parse(JSON.stringify(await asyncApiDocument())),
      'run npm run docs',
    );
  });
});

test('a server has both documents', async () => {
  await using ledger = await createLedger({ accounts: 0 });
  for (const file of [OPENRPC_DOCUMENT, ASYNCAPI_DOCUMENT]) {
    const response = await fetch(`${await ledger.httpUrl()}/${file.replace(/.*\//, '')}`);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.deepEqual(await response.json(), readJson(file));
  }
});

function assertValid(validate: ValidateFunction, value: unknown, place: string): void {
  assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`);
}
