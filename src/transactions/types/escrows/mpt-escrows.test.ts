/** Escrows of multi-purpose tokens, which stay with their holder, locked. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, payment, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { escrowKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, Hex, StObject } from '../../../protocol/values.ts';

const STRANGER = testAccount('S');
const NOW = 1_000_000;
const { tfMPTCanEscrow, tfMPTCanTransfer, tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const ESCROWABLE = EVERYDAY_FLAGS | tfMPTCanEscrow;
const { MPTokenIssuance: IssuanceBits, MPToken: TokenBits } = EntryFlags;
const ESCROW = escrowKeylet(ALICE, 50);

const FINISH = { TransactionType: 'EscrowFinish', Account: BOB, Owner: ALICE, OfferSequence: 50 };
const CANCEL = { ...FINISH, TransactionType: 'EscrowCancel', Account: ALICE };

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

function cancellable(issuance: StObject = {}): Market {
  const made = withEscrow(issuance);
  made.ledger.put({ ...made.ledger.read(ESCROW)!, CancelAfter: NOW - 1 });
  return made;
}

/** Units that are locked, with the holder and in all. */
function locked({ ledger, id }: Market): (bigint | undefined)[] {
  return [ledger.token(id, ALICE)?.LockedAmount, ledger.issuance(id)?.LockedAmount];
}

describe('EscrowCreate of multi-purpose tokens', () => {
  const refused: readonly [string, (at: Market) => void, (id: Hex) => StObject, string][] = [
    ['by their issuer', () => {}, () => ({ Account: ISSUER }), 'tecNO_PERMISSION'],
    ['by the issuer of none', () => {}, () => ({ Amount: units(`00000001${ALICE}`, 1n) }), 'tecNO_PERMISSION'],
    ['that do not exist', () => {}, () => ({ Amount: units(`0000FFFF${ISSUER}`, 1n) }), 'tecOBJECT_NOT_FOUND'],
    [
      'that may not be locked in an escrow, by who has none',
      ({ ledger, id }) => ledger.amend(ledger.issuance(id), { Flags: EVERYDAY_FLAGS }),
      () => ({ Account: STRANGER }),
      'tecNO_PERMISSION',
    ],
    ['by who has none', () => {}, () => ({ Account: STRANGER }), 'tecOBJECT_NOT_FOUND'],
    [
      'without permission for the owner',
      ({ ledger, id }) =>
        ledger.amend(ledger.issuance(id), { Flags: ESCROWABLE | tfMPTRequireAuth | IssuanceBits.lsfMPTLocked }),
      () => ({}),
      'tecNO_AUTH',
    ],
    [
      'without permission for the destination',
      ({ ledger, id }) => {
        ledger.amend(ledger.issuance(id), { Flags: ESCROWABLE | tfMPTRequireAuth | IssuanceBits.lsfMPTLocked });
        ledger.amend(ledger.token(id, ALICE), { Flags: TokenBits.lsfMPTAuthorized });
      },
      () => ({}),
      'tecNO_AUTH',
    ],
    [
      'locked for all, that may not be passed on',
      ({ ledger, id }) => ledger.amend(ledger.issuance(id), { Flags: tfMPTCanEscrow | IssuanceBits.lsfMPTLocked }),
      () => ({}),
      'tecLOCKED',
    ],
    [
      'locked for the owner',
      ({ ledger, id }) => ledger.amend(ledger.token(id, ALICE), { Flags: TokenBits.lsfMPTLocked }),
      () => ({}),
      'tecLOCKED',
    ],
    [
      'locked for the destination',
      ({ ledger, id }) => {
        ledger.distribute(id, 0n, BOB);
        ledger.amend(ledger.token(id, BOB), { Flags: TokenBits.lsfMPTLocked });
      },
      () => ({}),
      'tecLOCKED',
    ],
    [
      'that may not be passed on',
      ({ ledger, id }) => ledger.amend(ledger.issuance(id), { Flags: tfMPTCanEscrow }),
      (id) => ({ Amount: units(id, 101n) }),
      'tecNO_AUTH',
    ],
    [
      'that the owner has none of',
      ({ ledger, id }) => ledger.expect('tesSUCCESS', payment(ALICE, ISSUER, units(id, 100n))),
      () => ({}),
      'tecINSUFFICIENT_FUNDS',
    ],
    ['that the owner has fewer of', () => {}, (id) => ({ Amount: units(id, 101n) }), 'tecINSUFFICIENT_FUNDS'],
  ];
  for (const [name, prepare, fields, expected] of refused) {
    test(`${name}: ${expected}`, () => {
      const made = market();
      prepare(made);
      assert.equal(create(made, fields(made.id)), expected);
    });
  }

  test('that may not be passed on may still go to their issuer', () => {
    const made = market();
    made.ledger.amend(made.ledger.issuance(made.id), { Flags: tfMPTCanEscrow });
    assert.equal(create(made, { Destination: ISSUER }), 'tesSUCCESS');
  });

  test('locks them with their holder; they stay outstanding, and their issuer does not list the escrow', () => {
    const made = market({ TransferFee: 25_000 });
    assert.equal(create(made), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, ALICE), [100n, 60n]);
    assert.deepEqual(locked(made), [40n, 40n]);
    const { IssuerNode, TransferRate } = made.ledger.read(ESCROW)!;
    assert.deepEqual([IssuerNode, TransferRate], [undefined, 1_250_000_000]);
    assert.equal(made.ledger.read(ownerDirKeylet(ISSUER))?.Indexes.includes(ESCROW.key), false);
  });
});

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

  test('by somebody else needs a holding', () => {
    const made = withEscrow();
    const finish = { ...FINISH, Account: STRANGER };
    assert.equal(made.ledger.result(finish), 'tecNO_PERMISSION');
    made.ledger.distribute(made.id, 0n, BOB);
    assert.equal(made.ledger.result(finish), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, BOB), [100n, 40n]);
  });

  test('may be stopped by the issuer', () => {
    const { ledger, id } = withEscrow();
    const flags = ledger.issuance(id)!.Flags;
    ledger.amend(ledger.issuance(id), { Flags: flags | tfMPTRequireAuth });
    assert.equal(ledger.result(FINISH), 'tecNO_AUTH');
    ledger.amend(ledger.issuance(id), { Flags: flags | IssuanceBits.lsfMPTLocked });
    assert.equal(ledger.result(FINISH), 'tecLOCKED');
    ledger.view.rawErase({ ...ledger.issuance(id)! });
    assert.equal(ledger.result(FINISH), 'tecOBJECT_NOT_FOUND');
  });

  test('does not ask whether they may still be passed on', () => {
    const { ledger, id } = withEscrow();
    const { Flags } = ledger.issuance(id)!;
    ledger.amend(ledger.issuance(id), { Flags: Flags & ~tfMPTCanTransfer });
    assert.equal(ledger.result(FINISH), 'tesSUCCESS');
  });

  test('for the issuer takes them out of circulation, locked or not, and without a fee', () => {
    const made = withEscrow({ TransferFee: 25_000 }, { to: ISSUER });
    const { Flags } = made.ledger.issuance(made.id)!;
    made.ledger.amend(made.ledger.issuance(made.id), { Flags: Flags | IssuanceBits.lsfMPTLocked });
    assert.equal(made.ledger.result({ ...FINISH, Account: ISSUER }), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, ALICE), [60n, 60n]);
    assert.deepEqual(locked(made), [undefined, undefined]);
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

describe('EscrowCancel of multi-purpose tokens', () => {
  test('unlocks all of them, without a fee', () => {
    const made = cancellable({ TransferFee: 25_000 });
    assert.equal(made.ledger.result({ ...CANCEL, Account: STRANGER }), 'tesSUCCESS');
    assert.deepEqual(made.ledger.balances(made.id, ALICE), [100n, 100n]);
    assert.deepEqual(locked(made), [undefined, undefined]);
  });

  test('needs permission, but not that they are free', () => {
    const { ledger, id } = cancellable();
    const flags = ledger.issuance(id)!.Flags;
    ledger.amend(ledger.issuance(id), { Flags: flags | tfMPTRequireAuth });
    assert.equal(ledger.result(CANCEL), 'tecNO_AUTH');
    ledger.amend(ledger.issuance(id), { Flags: flags | IssuanceBits.lsfMPTLocked });
    assert.equal(ledger.result(CANCEL), 'tesSUCCESS');
  });

  test('of tokens that are gone is not possible', () => {
    const { ledger, id } = cancellable();
    ledger.view.rawErase({ ...ledger.issuance(id)! });
    assert.equal(ledger.result(CANCEL), 'tecOBJECT_NOT_FOUND');
  });
});
