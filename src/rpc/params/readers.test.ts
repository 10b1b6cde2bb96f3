import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { EngineContext, RpcContext } from '../method/context.ts';
import { defineMethod } from '../method/define-method.ts';
import type { ParamReader, ParamRow, SentParams } from '../method/param-row.ts';
import { methodTable } from '../table.ts';
import {
  accountOrIdent,
  convertedHash,
  convertedText,
  convertedUint,
  entryType,
  flag,
  flagStrictSinceVersion2,
  limit,
  plainFlag,
  plainText,
  presence,
  requiredAccount,
  requiredConvertedText,
  requiredText,
  strictFlag,
  strictHash,
  strictText,
  strictUint,
  typedFlag,
  typedText,
} from './readers.ts';

const ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const HASH = 'ab'.repeat(32);
const INVALID = "Invalid field 'x'.";

function read(reader: ParamReader<string, unknown>, params: JsonObject, more: Partial<RpcContext> = {}): unknown {
  try {
    return reader.read({ params, apiVersion: 1, role: 'user', ...more } as RpcContext, 'x');
  } catch (error) {
    return `! ${(error as Error).message}`;
  }
}

/** Reader, value of the member `x` (undefined: absent), and what is read. */
const CASES: readonly (readonly [ParamReader<string, unknown>, Json | undefined, unknown])[] = [
  [requiredText, 'a', 'a'],
  [requiredText, undefined, "! Missing field 'x'."],
  [requiredText, 1, `! ${INVALID}`],
  [strictText, undefined, undefined],
  [strictText, null, `! ${INVALID}`],
  [typedText, undefined, undefined],
  [typedText, null, "! Invalid field 'x', not string."],
  [plainText, undefined, undefined],
  [plainText, 1, '! Invalid parameters.'],
  [convertedText, undefined, ''],
  [convertedText, 7, '7'],
  [convertedText, [], `! ${INVALID}`],
  [requiredConvertedText, undefined, "! Missing field 'x'."],
  [requiredConvertedText, null, ''],
  [convertedHash, HASH, HASH.toUpperCase()],
  [convertedHash, 'ab', undefined],
  [strictHash, HASH, HASH.toUpperCase()],
  [strictHash, null, `! ${INVALID}`],
  [strictHash, undefined, undefined],
  [flag, 'no', true],
  [flag, undefined, false],
  [strictFlag, 'no', `! ${INVALID}`],
  [strictFlag, undefined, undefined],
  [plainFlag, undefined, false],
  [plainFlag, null, '! Invalid parameters.'],
  [typedFlag, undefined, false],
  [typedFlag, 1, "! Invalid field 'x', not boolean."],
  [presence('boolean'), false, true],
  [presence('boolean'), undefined, false],
  [flagStrictSinceVersion2, 1, true],
  [convertedUint, '12', 12],
  [convertedUint, -1, undefined],
  [convertedUint, undefined, 0],
  [strictUint, undefined, undefined],
  [strictUint, '12', "! Invalid field 'x', not unsigned integer."],
  [requiredAccount, 'r', '! Account malformed.'],
  [requiredAccount, ADDRESS, 'B5F762798A53D543A014CAF8B297CFF8F2F937E8'],
];

describe('readers of parameters', () => {
  for (const [at, [reader, value, expected]] of CASES.entries()) {
    test(`${at}: ${JSON.stringify(value)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(read(reader, value === undefined ? {} : { x: value }), expected);
    });
  }

  test('are strict from version 2 where the row requires it', () => {
    assert.equal(read(flagStrictSinceVersion2, { x: 1 }, { apiVersion: 2 }), `! ${INVALID}`);
    assert.equal(read(flagStrictSinceVersion2, {}, { apiVersion: 2 }), false);
  });

  test('clamp a limit to the range, except for admins', () => {
    const reader = limit({ min: 10, fallback: 20, max: 30 });
    assert.equal(read(reader, { limit: 5 }), 10);
    assert.equal(read(reader, { limit: 5 }, { role: 'admin' }), 5);
    assert.equal(read(reader, {}), 20);
    assert.equal(read(entryType, { type: 'state' }), 'RippleState');
  });

  test('take the older name of an account where there is no other', () => {
    assert.equal(read(accountOrIdent, { ident: ADDRESS }), 'B5F762798A53D543A014CAF8B297CFF8F2F937E8');
    assert.equal(read(accountOrIdent, { ident: ADDRESS, account: 'r' }), undefined);
    assert.equal(read(accountOrIdent, {}), "! Missing field 'account'.");
  });

  test('are named by every row, or those of the row that it is read with', () => {
    assert.deepEqual(
      Array.from(methodTable.values(), ({ name, params }) => unreadNames(params).map((row) => `${name} ${row}`)).flat(),
      [],
    );
    const rows = [
      { name: 'one', readWith: 'other' },
      { name: 'other', readWith: 'one' },
      { name: 'third', readWith: 'nothing' },
      { name: 'fourth' },
      { name: 'fifth', ...requiredText },
    ];
    assert.deepEqual(unreadNames(rows as unknown as ParamRow[]), ['one', 'other', 'third', 'fourth']);
  });

  test('have the type that the documentation names, in every row', () => {
    const types = /^(string|integer|number|boolean|object|array)( or (string|integer|number|boolean|object|array))*$/;
    for (const { name, params } of methodTable.values()) {
      for (const row of params) assert.match(row.type, types, `${name} ${row.name}`);
    }
  });
});

/** Names of rows that have no reader and name no row with one. */
function unreadNames(rows: readonly ParamRow[]): string[] {
  const read = new Set(rows.filter((row) => 'read' in row && typeof row.read === 'function').map(({ name }) => name));
  return rows
    .filter((row) => !read.has(row.name) && !('readWith' in row && read.has(row.readWith)))
    .map(({ name }) => name);
}

test('a method reads a parameter when it asks for it, and its rows give the types of both ends', () => {
  const method = defineMethod({
    name: 'test',
    role: 'user',
    needs: 'nothing',
    params: [
      { name: 'first', ...requiredText, required: true, text: '' },
      { name: 'second', ...strictUint, text: '' },
      { name: 'kind', type: 'string', readWith: 'first', values: ['one', 'other'], text: '' },
      { name: '<name>', members: ['aye', 'bee'], type: 'integer', readWith: 'first', text: '' },
    ],
    run: ({ params }, read) => {
      const second: number | undefined = read('second');
      // @ts-expect-error: what is read with another row cannot be read by itself
      if (params.kind === 'read') return { kind: read('kind') };
      return { second: second ?? null, first: read('first') };
    },
  });
  const call = (params: JsonObject) => method.run({ params } as EngineContext);
  assert.deepEqual(call({ first: 'a', second: 1 }), { second: 1, first: 'a' });
  assert.throws(() => call({ second: 'x' }), /field 'second'/, 'the first that is asked for is the first refused');
  const sent: SentParams<typeof method.params> = { first: 'a', kind: 'one' };
  // @ts-expect-error: `first` is required
  const lacking: SentParams<typeof method.params> = { second: 1 };
  // @ts-expect-error: `kind` has two values
  const wrong: SentParams<typeof method.params> = { first: 'a', kind: 'third' };
  const member: SentParams<typeof method.params> = { first: 'a', aye: 1 };
  // @ts-expect-error: the name of the row is none of its members
  const noMember: SentParams<typeof method.params> = { first: 'a', '<name>': 1 };
  assert.deepEqual([sent, lacking, wrong, member, noMember].length, 5);
});
