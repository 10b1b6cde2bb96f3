import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWorkerCertain } from './early-start.ts';

describe('a worker is begun early', () => {
  for (const words of [[], ['--data', 'somewhere', '--manual'], ['--port=0'], ['--cluster', 'postgres://here/weir']]) {
    test(`for weir start ${words.join(' ')}`, () => assert.equal(isWorkerCertain(words), true));
  }
});

describe('a worker is not begun early', () => {
  for (const words of [
    ['--ephemeral'],
    ['--dev'],
    ['--threads', '0'],
    ['--threads=2'],
    ['--like', 'xrpl.js-ci'],
    ['--help'],
  ]) {
    test(`for weir start ${words.join(' ')}`, () => assert.equal(isWorkerCertain(words), false));
  }
});
