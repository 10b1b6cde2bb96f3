import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deriveKeyPair } from '../crypto/key-pair.ts';
import { seedOfPassphrase } from '../crypto/seed.ts';
import { sign } from '../crypto/signature.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import { channelClaimMessage } from '../protocol/transaction/channel-claim.ts';
import { dueClaim, firstFee, type RedeemTerms, raisedFee } from './redeem-policy.ts';
import { WatchState } from './watch-state.ts';
import type { WatchedChannel } from './watched-channel.ts';

const keys = deriveKeyPair(seedOfPassphrase('channel'), 'ed25519');
const ID = 'AB'.repeat(32);
const NOW = 800_000_000;
const TERMS: RedeemTerms = { marginSeconds: 60, redeemAtDrops: 500n, maxAgeSeconds: undefined, maxFeeDrops: 10_000n };

function channelAt(asOf: number, more: Partial<WatchedChannel> = {}): WatchedChannel {
  return {
    ...{ id: ID, payer: 'rPayer', payee: 'rPayee', publicKey: keys.publicKey, amountDrops: 1000n, balanceDrops: 0n },
    ...{ settleDelaySeconds: 100, expirationSeconds: undefined, cancelAfterSeconds: undefined, asOf, ...more },
  };
}

function stateWith(channel: WatchedChannel, drops: bigint): WatchState {
  const state = new WatchState('rPayee', TERMS);
  state.noteLedger({ index: 10, closeTimeSeconds: NOW });
  return withClaim(state, channel, drops);
}

function withClaim(state: WatchState, channel: WatchedChannel, drops: bigint): WatchState {
  state.noteChannel(channel);
  const signature = sign(channelClaimMessage(ID, drops), keys);
  const { verdict } = state.takeClaim({ channelId: ID, drops, signature, publicKey: undefined }, channel, 0);
  assert.equal(verdict.code, 'kept');
  return state;
}

describe('the state of the watch', () => {
  test('does not go back for any order of messages', () => {
    const state = stateWith(channelAt(10, { balanceDrops: 800n, amountDrops: 2000n }), 900n);
    state.noteChannel(channelAt(9));
    assert.equal(state.owedDrops(ID), 100n);
    // An earlier transaction of the same ledger.
    state.noteChannel(channelAt(10, { balanceDrops: 0n }));
    assert.equal(state.owedDrops(ID), 100n);
    assert.equal(state.channels.get(ID)!.amountDrops, 2000n);
    assert.equal(state.noteLedger({ index: 9, closeTimeSeconds: NOW + 50 }), false);
    assert.equal(state.moment!.closeTimeSeconds, NOW);
    state.noteDeleted(channelAt(11, { balanceDrops: 900n }));
    state.noteChannel(channelAt(10));
    assert.equal(state.channels.size, 0);
  });

  test('has no due claims before the first ledger', () => {
    const state = withClaim(new WatchState('rPayee', TERMS), channelAt(10), 900n);
    assert.deepEqual(state.due(0), []);
    state.noteLedger({ index: 10, closeTimeSeconds: NOW });
    assert.equal(state.due(0).length, 1);
  });

  test('keeps the claim of a missing channel', () => {
    const state = stateWith(channelAt(10), 900n);
    assert.equal(state.noteMissing(ID).length, 1);
    assert.deepEqual(state.due(0), []);
    state.noteChannel(channelAt(12));
    assert.equal(state.due(0).length, 1);
  });

  test('retries a refused claim after eight ledgers or on demand', () => {
    const state = stateWith(channelAt(10), 900n);
    state.finish(ID, true);
    assert.equal(state.due(0).length, 0);
    state.noteLedger({ index: 17, closeTimeSeconds: NOW });
    assert.equal(state.due(0).length, 0);
    state.noteLedger({ index: 18, closeTimeSeconds: NOW });
    assert.equal(state.due(0).length, 1);
    state.finish(ID, true);
    state.demand(ID);
    assert.equal(state.due(0)[0]!.reason, 'demand');
  });
});

describe('the rules of redeeming', () => {
  const claim = { channelId: ID, drops: 900n, signature: '', publicKey: '', keptAtMs: 0, unpaidSinceMs: 0 };
  const now = { closeTimeSeconds: NOW, laterSeconds: NOW, clockMs: (NOW + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000 };
  const due = (more: Partial<WatchedChannel>, clock = now) => dueClaim(channelAt(10, more), claim, clock, TERMS, false);

  test('pay until the second of the end by the ledger, and are urgent by the later of both clocks', () => {
    assert.equal(due({ expirationSeconds: NOW })?.isUrgent, true);
    assert.equal(due({ expirationSeconds: NOW - 1 }), undefined);
    assert.equal(due({ expirationSeconds: NOW + 1000 })?.isUrgent, false);
    assert.equal(due({ cancelAfterSeconds: NOW + 1000 }, { ...now, laterSeconds: NOW + 2000 })?.isUrgent, true);
  });

  test('pay less than the claim is worth, and at most the maximum fee', () => {
    const patient = due({})!;
    const urgent = due({ expirationSeconds: NOW })!;
    const quote = (openLedgerDrops: bigint) => ({ baseDrops: 10n, openLedgerDrops });
    assert.deepEqual(
      [10n, 200n, 201n, 5000n].map((drops) => firstFee(patient, quote(drops), TERMS)),
      [10n, 200n, undefined, undefined],
    );
    assert.deepEqual(
      [10n, 201n, 5000n].map((drops) => firstFee(urgent, quote(drops), TERMS)),
      [10n, 201n, 899n],
    );
    assert.equal(firstFee({ ...urgent, valueDrops: 1_000_000n }, quote(50_000n), TERMS), 10_000n);
    assert.equal(firstFee({ ...urgent, valueDrops: 10n }, quote(10n), TERMS), undefined);
    assert.equal(raisedFee(100n, quote(100n), 1000n), undefined);
    assert.equal(raisedFee(100n, quote(101n), 1000n), 126n, 'a queue requires 25 % more');
    assert.equal(raisedFee(100n, quote(5000n), 1000n), 1000n);
    assert.equal(raisedFee(900n, quote(5000n), 1000n), undefined);
  });
});
