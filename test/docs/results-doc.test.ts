/** `docs/results.md` lists the transaction results that can happen, and no others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { RESULTS_DOCUMENT, resultsDocument } from '../../scripts/results-doc.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import { RESULT_CLASSES } from '../../src/transactions/explain/result-notes.ts';
import { returnedResults } from '../support/returned-results.ts';

const NOTED: readonly Ter[] = RESULT_CLASSES.flatMap(({ results }) => results.map(([name]) => name));

describe('docs/results.md', () => {
  test('is up to date with the table of results and the notes', () => {
    assert.equal(readFileSync(RESULTS_DOCUMENT, 'utf8'), resultsDocument(), 'run npm run docs');
  });

  test('has the results that the source can return, each once', () => {
    const returned = returnedResults();
    assert.ok(returned.length > 100, `found ${returned.length} results`);
    assert.deepEqual([...NOTED].sort(), returned.sort());
  });
});
