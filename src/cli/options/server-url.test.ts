import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../util/command-error.ts';
import { DEFAULT_URL, serverUrl } from './server-url.ts';

const where = (option?: string, variable?: string) =>
  serverUrl(option, (name) => (name === 'WEIR_URL' ? variable : undefined));

describe('the URL of the server', () => {
  test('is --url, else WEIR_URL, else the default', () => {
    assert.equal(where('http://a:1', 'http://b:2'), 'http://a:1');
    assert.equal(where(undefined, 'https://b:2'), 'https://b:2');
    assert.equal(where(undefined, ''), DEFAULT_URL);
    assert.equal(where(), DEFAULT_URL);
    assert.equal(where('http://a:1', 'nonsense'), 'http://a:1');
    assert.equal(where('unix:/run/weir/admin.sock'), 'unix:/run/weir/admin.sock');
    assert.throws(() => serverUrl('unix:/run/weir/admin.sock', undefined, 'TCP'), /must be an http or https URL/);
  });

  test('is refused if it is no http URL or has a password', () => {
    const rows: readonly (readonly [option: string | undefined, variable: string | undefined, message: RegExp])[] = [
      ['', undefined, /^--url needs a value/],
      ['a:1', undefined, /^--url must be an http or https URL such as \S+, not 'a:1'$/],
      ['ws://a:1', undefined, /^--url must be an http or https URL/],
      [undefined, 'nonsense', /^WEIR_URL must be .* not 'nonsense'$/],
      ['http://user:hush@a:1', undefined, /^--url must not hold a user name or a password$/],
      [undefined, 'http://u:hush@a:nonsense', /^WEIR_URL must be an http or https URL/],
    ];
    for (const [option, variable, message] of rows) {
      const refused = (error: Error) =>
        error instanceof CommandError &&
        error.exitCode === 2 &&
        message.test(error.message) &&
        !/hush/.test(error.message);
      assert.throws(() => where(option, variable), refused, `${option ?? variable}`);
    }
  });
});
