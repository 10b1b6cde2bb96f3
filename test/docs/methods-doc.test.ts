/** The generated documentation says what the server does. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { type Recording, recordExamples } from '../../scripts/methods-doc/recording.ts';
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
