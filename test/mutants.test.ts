/** The list of mutants keeps up with the code: each of its lines is there, and each of its tests. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import { MUTANTS } from './mutants/list.ts';
import { mutate } from './mutants/mutant.ts';

const ROOT = path.join(import.meta.dirname, '..');

describe('mutants', () => {
  test('change one piece of a file that is there, and name tests that are there', () => {
    assert.ok(MUTANTS.length >= 100, `${MUTANTS.length} mutants`);
    for (const mutant of MUTANTS) {
      const text = readFileSync(path.join(ROOT, mutant.file), 'utf8');
      assert.notEqual(mutate(text, mutant), text, mutant.find);
      assert.ok(mutant.tests.length > 0);
      for (const file of mutant.tests) assert.ok(existsSync(path.join(ROOT, file)), file);
    }
  });

  test('are programs still, so that it is a test that notices them', () => {
    for (const mutant of MUTANTS) {
      const text = readFileSync(path.join(ROOT, mutant.file), 'utf8');
      assert.doesNotThrow(() => module.stripTypeScriptTypes(mutate(text, mutant)), `${mutant.file}: ${mutant.find}`);
    }
  });

  test('are all different', () => {
    const changes = MUTANTS.map(({ file, find, replace }) => `${file}\n${find}\n${replace}`);
    assert.equal(new Set(changes).size, changes.length);
  });
});
