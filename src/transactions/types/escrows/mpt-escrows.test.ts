/** Escrows of multi-purpose tokens, which stay with their holder, locked. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, MptLedger, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { escrowKeylet } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, Hex, StObject } from '../../../protocol/values.ts';

const STRANGER = testAccount('S');
const NOW = 1_000_000;
const { tfMPTCanEscrow } = TransactionFlags.MPTokenIssuanceCreate;
const ESCROWABLE = EVERYDAY_FLAGS | tfMPTCanEscrow;
const ESCROW = escrowKeylet(ALICE, 50);

const FINISH = { TransactionType: 'EscrowFinish', Account: BOB, Owner: ALICE, OfferSequence: 50 };

interface Market {
  readonly ledger: MptLedger;
  readonly id: Hex;
}

/** Alice has 100 units. */
function market(issuance: StObject = {}): Market {
  const ledger = new MptLedger();
  ledger.fund(STRANGER);
  const id = ledger.issue({ Flags: ESCROWABLE, ...issuance });
  ledger.distribute(id, 100n, ALICE);
  return { ledger, id };
}

function setRoot(ledger: MptLedger, account: AccountId, fields: Partial<AccountRoot>): void {
  ledger.view.rawReplace({ ...ledger.account(account), ...fields });
}

function create({ ledger, id }: Market, fields: StObject = {}): string {
  setRoot(ledger, ALICE, { Sequence: 50 });
  const terms = { Account: ALICE, Destination: BOB, Amount: units(id, 40n), FinishAfter: NOW };
  return ledger.result({ TransactionType: 'EscrowCreate', ...terms, ...fields });
}

/** A market with an escrow of 40 that can be finished, and cancelled if an end is given. */
function withEscrow(issuance: StObject = {}, { to = BOB, CancelAfter = NOW + 9 } = {}): Market {
  const made = market(issuance);
  assert.equal(create(made, { Destination: to, CancelAfter }), 'tesSUCCESS');
  made.ledger.put({ ...made.ledger.read(ESCROW)!, FinishAfter: NOW - 2 });
  return made;
}

/** Units that are locked, with the holder and in all. */
function locked({ ledger, id }: Market): (bigint | undefined)[] {
  return [ledger.token(id, ALICE)?.LockedAmount, ledger.issuance(id)?.LockedAmount];
}

describe('EscrowFinish of multi-purpose tokens', () => {
  test('by the destination gives it a holding, if it has the reserve', () => {
    const made = withEscrow();
    setRoot(made.ledger, BOB, { Balance: 1_199_999n });
    assert.equal(made.ledger.result(FINISH), 'tecINSUFFICIENT_RESERVE');
    setRoot(made.ledger, BOB, { Balance: 1_200_000n });
    assert.equal(made.ledger.result(FINISH), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, ALICE, BOB), [100n, 60n, 40n]);
    assert.deepEqual(locked(made), [undefined, undefined]);
    assert.equal(made.ledger.account(BOB).OwnerCount, 1);
    assert.equal(made.ledger.read(ESCROW), undefined);
  });

  test('by another account needs a holding', () => {
    const made = withEscrow();
    const finish = { ...FINISH, Account: STRANGER };
    assert.equal(made.ledger.result(finish), 'tecNO_PERMISSION');
    made.ledger.distribute(made.id, 0n, BOB);
    assert.equal(made.ledger.result(finish), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, BOB), [100n, 40n]);
  });

  test('costs the transfer fee of then or of now, whichever is less, and it leaves circulation', () => {
    for (const [then, now, received] of [
      [25_000, 25_000, 32n],
      [25_000, 50_000, 32n],
      [50_000, 25_000, 32n],
      [25_000, 0, 40n],
      // 33.33 units: the fee is rounded down.
      [20_000, 20_000, 34n],
    ] as const) {
      const made = withEscrow({ TransferFee: then });
      made.ledger.amend(made.ledger.issuance(made.id), { TransferFee: now });
      assert.equal(made.ledger.result(FINISH), 'tesSUCCESS');
      assert.deepEqual(made.ledger.balances(made.id, ALICE, BOB), [60n + received, 60n, received]);
      assert.deepEqual(locked(made), [undefined, undefined]);
    }
  });
});
