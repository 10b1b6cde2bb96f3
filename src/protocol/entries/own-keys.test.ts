import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { makeEveryBalanceChange } from '../../../test/support/every-balance-change.ts';
import { ZERO_HASH } from '../values.ts';
import { ownKeys } from './own-keys.ts';

/** Types whose fields do not determine their keys. */
const WITHOUT_KEYS = ['NFTokenOffer', 'NFTokenPage', 'DirectoryNode'];

describe('the keys that the fields of an entry allow', () => {
  test('include the key of every entry, and not that of another one', async () => {
    const env = await Env.create();
    await makeEveryBalanceChange(env);
    const types = new Set<string>();
    const { view } = env.node.openLedger;
    for (let key = view.nextKey(ZERO_HASH); key !== undefined; key = view.nextKey(key)) {
      const entry = view.readAny(key)!;
      const keys = ownKeys(entry);
      types.add(entry.LedgerEntryType);
      assert.equal(keys === undefined, WITHOUT_KEYS.includes(entry.LedgerEntryType), entry.LedgerEntryType);
      assert.ok(keys?.includes(key) ?? true, `${entry.LedgerEntryType} ${key}`);
      assert.ok(!keys?.includes(ZERO_HASH));
    }
    assert.ok(types.size > 20, [...types].join(' '));
  });
});
