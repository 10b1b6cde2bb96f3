import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger, units } from '../../../test/support/mpt-ledger.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { lockEscrowMpt, unlockEscrowMpt } from './mpt-escrow.ts';

/** Alice has 100 units, Bob none yet. */
class EscrowScene extends MptLedger {
  readonly id: string;

  constructor() {
    super();
    this.id = this.issue();
    this.distribute(this.id, 100n, ALICE);
    this.distribute(this.id, 0n, BOB);
  }

  lock(value: bigint, holder = ALICE): Ter {
    return this.attempt((sandbox) => lockEscrowMpt(sandbox, holder, units(this.id, value)));
  }

  unlock(receiver: string, net: bigint, gross = net, sender = ALICE): Ter {
    const amounts = { net: units(this.id, net), gross: units(this.id, gross) };
    return this.attempt((sandbox) => unlockEscrowMpt(sandbox, { sender, receiver, ...amounts }));
  }

  /** Outstanding and locked of the token, then of Alice, then of Bob. */
  get state(): unknown {
    const [outstanding, alice, bob] = this.balances(this.id, ALICE, BOB);
    return [outstanding, this.issuance(this.id)?.LockedAmount, alice, this.token(this.id, ALICE)?.LockedAmount, bob];
  }
}

describe('units in escrow', () => {
  test('are refused where something is not there', () => {
    const scene = new EscrowScene();
    assert.equal(scene.lock(101n), 'tecINTERNAL');
    assert.equal(scene.lock(1n, ISSUER), 'tecINTERNAL');
    assert.equal(scene.lock(1n, 'CC'.repeat(20)), 'tecOBJECT_NOT_FOUND');
    const gone = units('00'.repeat(24), 1n);
    assert.equal(
      scene.attempt((sandbox) => lockEscrowMpt(sandbox, ALICE, gone)),
      'tecOBJECT_NOT_FOUND',
    );
    const release = { sender: ALICE, receiver: BOB, net: gone, gross: gone };
    assert.equal(
      scene.attempt((sandbox) => unlockEscrowMpt(sandbox, release)),
      'tecOBJECT_NOT_FOUND',
    );
    assert.equal(scene.unlock(BOB, 1n), 'tecINTERNAL', 'nothing is locked');
    scene.lock(60n);
    assert.equal(scene.unlock(BOB, 61n), 'tecINTERNAL', 'not so much is locked');
    assert.equal(scene.unlock('CC'.repeat(20), 1n), 'tecOBJECT_NOT_FOUND', 'the receiver has no holding');
    assert.equal(scene.unlock(BOB, 1n, 1n, 'CC'.repeat(20)), 'tecOBJECT_NOT_FOUND', 'the sender has no holding');
    assert.equal(scene.unlock(BOB, 1n, 1n, ISSUER), 'tecINTERNAL', 'an issuer’s units are not locked');
    assert.equal(scene.unlock(BOB, 1n, 1n, BOB), 'tecINTERNAL', 'the sender has nothing locked');
  });

  test('are refused where a sum would not fit, or nothing is outstanding', () => {
    const scene = new EscrowScene();
    scene.amend(scene.issuance(scene.id), { LockedAmount: 0x7fffffffffffffffn });
    assert.equal(scene.lock(1n), 'tecINTERNAL');
    const other = new EscrowScene();
    other.lock(60n);
    other.amend(other.issuance(other.id), { OutstandingAmount: 5n });
    assert.equal(other.unlock(ISSUER, 60n), 'tecINTERNAL');
    assert.equal(other.unlock(BOB, 1n, 60n), 'tecINTERNAL');
    other.amend(other.token(other.id, BOB), { MPTAmount: 0x7fffffffffffffffn });
    assert.equal(other.unlock(BOB, 1n), 'tecINTERNAL');
  });
});
