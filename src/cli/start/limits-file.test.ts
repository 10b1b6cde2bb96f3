import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  DEFAULT_LIMITS,
  DEVELOPMENT_LIMITS,
  LIMIT_NAMES,
  LIMIT_ROWS,
  limitWireName,
} from '../../server/admission/limits.ts';
import { parseLimits, readLimitsFile } from './limits-file.ts';

describe('the limits file', () => {
  test('sets what it names and leaves the rest', () => {
    assert.deepEqual(parseLimits('{}'), DEFAULT_LIMITS);
    assert.deepEqual(parseLimits('{"body_bytes": 5, "limit_loopback": 1}'), {
      ...DEFAULT_LIMITS,
      bodyBytes: 5,
      limitLoopback: 1,
    });
    assert.deepEqual(parseLimits('{"open_ledger_size": 1000}', DEVELOPMENT_LIMITS), DEFAULT_LIMITS);
  });

  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['[]', /one JSON object/],
    ['{"x": 1}', /unknown limit 'x' \(known: body_bytes, bodies_bytes, state_bytes, json_depth/],
    ['{"bodyBytes": 1}', /unknown limit/],
    ['{"body_bytes": "1"}', /'body_bytes' must be a whole number from 1 to 2147483647/],
    ['{"body_bytes": 0}', /'body_bytes' must be/],
    ['{"body_bytes": 1.5}', /'body_bytes' must be/],
    ['{"body_bytes": null}', /'body_bytes' must be/],
    ['{"json_depth": 101}', /from 1 to 100/],
    ['{"limit_loopback": 2}', /from 0 to 1/],
  ];
  test('is refused with the member and what it must be', () => {
    for (const [text, message] of WRONG) assert.throws(() => parseLimits(text), { message }, text);
  });

  test('is named when it cannot be used', () => {
    assert.throws(() => readLimitsFile('/nowhere/limits.json'), /cannot use the limits file \/nowhere\/limits.json/);
  });

  test('is described in docs/limits.md', () => {
    const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
    const rows = LIMIT_NAMES.map((name) => {
      const { initial, text } = LIMIT_ROWS[name];
      return `| \`${limitWireName(name)}\` | ${initial} | ${text} |`;
    });
    assert.ok(page.includes(rows.join('\n')), 'the table in docs/limits.md is that of src/server/admission/limits.ts');
  });
});
