import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAccount } from '../../../test/support/test-view.ts';
import { rewardAccountsFor } from './proofs.ts';

test('Witnesses agree only on the same amount, sent in the same direction', () => {
  const witness = testAccount('W');
  const event = { Amount: 10n, WasLockingChainSend: 1 };
  const witnesses = { quorum: 1, weights: new Map([[witness, 1]]) };
  const signed = { AttestationSignerAccount: witness, PublicKey: '', AttestationRewardAccount: witness };
  for (const [said, expected] of [
    [event, [witness]],
    [{ ...event, Amount: 9n }, undefined],
    [{ ...event, Amount: 11n }, undefined],
    [{ ...event, WasLockingChainSend: 0 }, undefined],
  ] as const) {
    assert.deepEqual(rewardAccountsFor([{ ...said, ...signed }], event, witnesses, 'ignored'), expected);
  }
});
