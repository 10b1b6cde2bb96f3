/** The generated documentation says what the server does. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { answerFields } from '../../scripts/methods-doc/answer-fields.ts';
import { fieldText } from '../../scripts/methods-doc/field-texts.ts';
import { type Recording, recordExamples } from '../../scripts/methods-doc/recording.ts';
import { jsonText, shortened } from '../../scripts/methods-doc/shown-json.ts';
import { methodDocuments, pageOf } from '../../scripts/methods-doc.ts';
import { methodTable } from '../../src/rpc/table.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');

describe('docs/methods.md and docs/methods/', () => {
  let documents: Map<string, string>;
  let recordings: Recording[];
  before(async () => {
    documents = await methodDocuments();
    recordings = await recordExamples();
  });

  const sectionOf = (name: string) => {
    const page = documents.get(path.join(DOCS, 'methods', `${pageOf(name).name}.md`));
    return page?.split(`\n## ${name}\n`)[1]?.split('\n## ')[0];
  };

  test('are up to date with the table of methods and with the answers', () => {
    for (const [file, text] of documents) assert.equal(readFileSync(file, 'utf8'), text, `${file}: run npm run docs`);
  });

  test('have no page that is not generated', () => {
    const there = readdirSync(path.join(DOCS, 'methods')).map((name) => path.join(DOCS, 'methods', name));
    assert.deepEqual(
      there.filter((file) => !documents.has(file)),
      [],
    );
  });

  test('have a section for each method, a row for each of its parameters, and an example', () => {
    const index = documents.get(path.join(DOCS, 'methods.md'))!;
    for (const { name, params } of methodTable.values()) {
      const section = sectionOf(name);
      assert.ok(section !== undefined, `${name} has no section`);
      assert.ok(index.includes(`.md#${name})`), `${name} is not in the index`);
      for (const row of params) assert.ok(section.includes(`| \`${row.name}\` |`), `${name}: ${row.name}`);
      assert.ok(section.includes(`"method": "${name}"`) || section.includes(`"command": "${name}"`), name);
    }
  });

  test('have a row for each field of each recorded answer', () => {
    for (const { method, answer } of recordings) {
      if (answer.error !== undefined) continue;
      const members = Object.keys(answer).filter((name) => name !== 'status' && method !== 'feature');
      for (const name of members) assert.ok(sectionOf(method)!.includes(`| \`${name}\` |`), `${method}: ${name}`);
    }
  });

  test('are the same in each run', async () => {
    assert.deepEqual(await methodDocuments(), documents);
  });

  test('show no example that fails unintentionally', () => {
    const refused = recordings.filter(({ answer }) => answer.error !== undefined).map(({ method }) => method);
    assert.deepEqual(refused, ['can_delete', 'connect', 'validator_info']);
  });
});

describe('the generator', () => {
  const recording = (answer: object): Recording => ({
    ...{ method: 'ping', params: {}, apiVersion: 1, isShown: true, isWebSocket: false },
    answer,
  });

  test('lists fields with all their types, and which are always present', () => {
    const answers = [
      { lines: [{ limit: 1 }], status: 'success' },
      { end: null, lines: [{ limit: '1', to: {} }] },
    ];
    assert.deepEqual(answerFields('ping', answers.map(recording)), [
      { path: 'lines', types: ['array'], isAlways: true },
      { path: 'lines[]', types: ['object'], isAlways: true },
      { path: 'lines[].limit', types: ['integer', 'string'], isAlways: true },
      { path: 'lines[].to', types: ['object'], isAlways: false },
      { path: 'end', types: ['null'], isAlways: false },
    ]);
  });

  test('fails at a field without a text', () => {
    assert.equal(fieldText('ping', 'validated').endsWith('.'), true);
    assert.throws(() => fieldText('ping', 'something_new'), /of ping says nothing of 'something_new' in its answer/);
  });

  test('shortens long texts and lists', () => {
    assert.deepEqual(shortened({ a: 'x'.repeat(100), b: [1, 2, 3] }), { a: `${'x'.repeat(48)}…`, b: [1, 2, '…'] });
    assert.equal(jsonText({ a: [1, { b: 'c' }], d: {} }), '{ "a": [1, { "b": "c" }], "d": {} }');
  });
});
