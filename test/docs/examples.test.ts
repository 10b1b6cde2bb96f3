/** The content of the folder of examples. `test/pack.test.ts` runs them from the package. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

describe('the folder of examples', () => {
  const folder = path.join(import.meta.dirname, '../../examples');
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'README.md');
  const programs = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const projects = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  /** Without the files of an installation. */
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(mjs|ts|py|go|java)$/.test(name))
    .filter((name) => !/node_modules|environment|target/.test(name));

  test('is listed in its README, which says how to run them', () => {
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
    for (const name of [...programs, ...projects]) assert.ok(readme.includes(`[${name}](${name})`), name);
    assert.match(readme, /^node node_modules\/@weir-ledger\/weir\/examples\/[\w-]+\.mjs$/m);
  });

  test('holds programs that Node runs anywhere, also below node_modules, and projects', () => {
    assert.ok(programs.length >= 5);
    assert.deepEqual(
      programs.filter((name) => !name.endsWith('.mjs')),
      [],
    );
    assert.ok(projects.length >= 6);
  });

  test('calculates without floating point numbers', () => {
    assert.ok(sources.length > programs.length + projects.length);
    for (const name of sources) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      assert.doesNotMatch(text, /parseFloat|toFixed|getXrpBalance|dropsToXrp|Number\(/, name);
      assert.doesNotMatch(text, /xrpToDrops\(\d/, name);
      assert.doesNotMatch(text, /\bfloat(32|64)?\(|: float\b|\b(float32|float64|double|Double)\b/, name);
    }
  });
});
