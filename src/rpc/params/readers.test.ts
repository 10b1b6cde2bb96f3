import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import type { EngineContext } from '../method/context.ts';
import { defineMethod } from '../method/define-method.ts';
import type { SentParams } from '../method/param-row.ts';
import { methodTable } from '../table.ts';
import { requiredText, strictUint } from './readers.ts';

test('every row of a method names a type of JSON', () => {
  const types = /^(string|integer|number|boolean|object|array)( or (string|integer|number|boolean|object|array))*$/;
  for (const { name, params } of methodTable.values())
    for (const row of params) assert.match(row.type, types, `${name} ${row.name}`);
});

test('the rows of a method give the types of its parameters, and each is read on demand', () => {
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
  assert.throws(() => call({ second: 'x' }), /field 'second'/);
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
