import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorkerCertain } from './early-start.ts';

test('a worker begins early if the options make it certain', () => {
  const rows: readonly (readonly [line: string, isCertain: boolean])[] = [
    ['', true],
    ['--data somewhere --manual', true],
    ['--port=0', true],
    ['--cluster postgres://here/weir', true],
    ['--ephemeral', false],
    ['--dev', false],
    ['--threads 0', false],
    ['--threads=2', false],
    ['--like xrpl.js-ci', false],
    ['--help', false],
  ];
  for (const [line, isCertain] of rows)
    assert.equal(isWorkerCertain(line.split(' ').filter((word) => word !== '')), isCertain, line);
});
