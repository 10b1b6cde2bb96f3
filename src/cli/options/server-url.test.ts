import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../util/command-error.ts';
import { DEFAULT_URL, serverUrl } from './server-url.ts';

const where = (option?: string, variable?: string) =>
  serverUrl(option, (name) => (name === 'WEIR_URL' ? variable : undefined));

describe('the server that a command asks', () => {
  test('is that of --url, else that of WEIR_URL, else the usual one', () => {
    assert.equal(where('http://a:1', 'http://b:2'), 'http://a:1');
    assert.equal(where(undefined, 'https://b:2'), 'https://b:2');
    assert.equal(where(undefined, ''), DEFAULT_URL);
    assert.equal(where(), DEFAULT_URL);
    assert.equal(where('http://a:1', 'nonsense'), 'http://a:1');
  });

  for (const [option, variable, message] of [
    ['', undefined, /^--url needs a value/],
    ['a:1', undefined, /^--url must be an http or https URL such as \S+, not 'a:1'$/],
    ['ws://a:1', undefined, /^--url must be an http or https URL/],
    [undefined, 'nonsense', /^WEIR_URL must be .* not 'nonsense'$/],
    ['http://user:hush@a:1', undefined, /^--url must not hold a user name or a password$/],
    [undefined, 'http://u:hush@a:nonsense', /^WEIR_URL must be an http or https URL/],
  ] as const) {
    test(`is not ${option ?? variable}`, () => {
      assert.throws(
        () => where(option, variable),
        (error: Error) => {
          assert.ok(error instanceof CommandError);
          assert.equal(error.exitCode, 2);
          assert.match(error.message, message);
          assert.ok(!error.message.includes('hush'));
          return true;
        },
      );
    });
  }
});
