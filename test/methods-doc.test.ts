/** The generated documentation says what the server does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { METHODS_DOCUMENT, methodsDocument } from '../scripts/methods-doc.ts';
import { methodTable } from '../src/rpc/table.ts';

describe('docs/methods.md', () => {
  test('is up to date with the table of methods', () => {
    assert.equal(readFileSync(METHODS_DOCUMENT, 'utf8'), methodsDocument(), 'run npm run docs');
  });

  test('has a section for each method, and a row for each of its parameters', () => {
    const document = methodsDocument();
    for (const { name, params } of methodTable.values()) {
      const section = document.split(`\n## ${name}\n`)[1]?.split('\n## ')[0];
      assert.ok(section !== undefined, `${name} has no section`);
      for (const row of params) assert.ok(section.includes(`| \`${row.name}\` |`), `${name}: ${row.name}`);
    }
  });
});
