import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logOf } from '../../test/support/cluster/log-of-ledgers.ts';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { LogEnd } from '../storage/shared/cluster-store.ts';
import { LedgerFollower } from './ledger-follower.ts';

/** A chain whose last ledger has a payment of so much. */
async function chainWith(drops: bigint): Promise<Env> {
  const env = await Env.create();
  env.submit(MASTER, { TransactionType: 'Payment', Destination: party('alice').id, Amount: drops }, 'tesSUCCESS');
  await env.close();
  return env;
}

/** Follows the chain of another store. */
function followerOf(own: Env, log: Env, confirmed?: LogEnd): LedgerFollower {
  const ledgers = [...(log.node.store as LedgerStore).tail(0)];
  return new LedgerFollower({
    own: own.node.store as LedgerStore,
    log: logOf(ledgers.map((ledger) => encodeClosedLedger(ledger))),
    decode: decodeClosedLedger,
    confirmed: () => confirmed,
    onFollowed: () => {},
  });
}

test('a log whose ledger at the height of the own last one is another is not followed', async (t) => {
  const [own, same, other] = await Promise.all([300_000_000n, 300_000_000n, 400_000_000n].map(chainWith));
  t.after(() => Promise.all([own!.stop(), same!.stop(), other!.stop()]));
  const { ledgerIndex, hash } = own!.node.validated;
  await followerOf(own!, same!).catchUp();
  await assert.rejects(followerOf(own!, other!).catchUp(), {
    name: 'StoreError',
    message: new RegExp(`holds another chain .* ledger ${ledgerIndex} has the hash ${hash} here`),
  });
});

test('the last ledger of a log is followed when a leader has confirmed it', async (t) => {
  const [own, log] = [await Env.create(), await chainWith(300_000_000n)];
  t.after(() => Promise.all([own.stop(), log.stop()]));
  const store = own.node.store as LedgerStore;
  const { validated } = log.node;
  const lastAfter = async (confirmed?: LogEnd) => {
    await followerOf(own, log, confirmed).catchUp();
    return store.ledgerRange()?.last;
  };
  assert.equal(await lastAfter(), validated.ledgerIndex - 1);
  assert.equal(await lastAfter({ ...validated, hash: 'AB' }), validated.ledgerIndex - 1);
  assert.equal(await lastAfter(validated), validated.ledgerIndex);
});
