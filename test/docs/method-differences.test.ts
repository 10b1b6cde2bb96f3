/** The list of differences between our methods and the reference's is complete. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { comparisonRows, DIFFERENCES_DOCUMENT, differencesDocument } from '../../scripts/method-differences.ts';
import { REFERENCE_METHODS } from '../../scripts/reference-methods.ts';
import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import { methodTable } from '../../src/rpc/table.ts';

describe('docs/method-differences.md', () => {
  const rows = comparisonRows();

  test('is up to date', () => {
    assert.equal(readFileSync(DIFFERENCES_DOCUMENT, 'utf8'), differencesDocument(), 'run npm run docs');
  });

  test('has every method of both', () => {
    const names = new Set(rows.map(({ method }) => method));
    for (const name of [...REFERENCE_METHODS.keys(), ...methodTable.keys()]) assert.ok(names.has(name), name);
    assert.ok(names.size > 60);
  });

  test('has a note about every difference', () => {
    const silent = rows
      .filter(({ inReference, inWeir, note }) => inReference !== inWeir && note === '')
      .map(({ method, parameter }) => `${method} ${parameter ?? ''}`);
    assert.deepEqual(silent, []);
  });

  test('has no note about a method or parameter that does not exist', () => {
    const known = new Set(rows.map(({ method, parameter }) => `${method} ${parameter}`));
    const noted = [...METHOD_DOCS].flatMap(([method, { paramDifferences = {} }]) =>
      Object.keys(paramDifferences).map((parameter) => `${method} ${parameter}`),
    );
    assert.ok(noted.length > 10);
    assert.deepEqual(
      noted.filter((name) => !known.has(name)),
      [],
    );
  });
});
