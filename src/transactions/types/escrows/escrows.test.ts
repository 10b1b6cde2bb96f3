/** Escrows of tokens and of multi-purpose tokens. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot, LedgerEntries } from '../../../protocol/entries/entries.ts';
import { escrowKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { AccountId, Amount, StObject } from '../../../protocol/values.ts';

const STRANGER = testAccount('S');
const NOW = 1_000_000;
const { tfMPTCanEscrow } = TransactionFlags.MPTokenIssuanceCreate;
const { AccountRoot: Bits } = EntryFlags;
const LOCKING = Bits.lsfDefaultRipple | Bits.lsfAllowTrustLineLocking;
const ESCROW = escrowKeylet(ALICE, 50);
const FINISH = { TransactionType: 'EscrowFinish', Account: BOB, Owner: ALICE, OfferSequence: 50 };

/** Alice has 100 tokens of the issuer on a line, and 100 units. */
class EscrowLedger extends MptLedger {
  readonly id: string;

  constructor(issuance: StObject = {}) {
    super();
    this.fund(STRANGER);
    this.set(ISSUER, { Flags: LOCKING });
    this.trust(ALICE, ISSUER, '1000');
    this.pay(ISSUER, ALICE, '100', ISSUER);
    this.id = this.issue({ Flags: EVERYDAY_FLAGS | tfMPTCanEscrow, ...issuance });
    this.distribute(this.id, 100n, ALICE);
  }

  set(account: AccountId, fields: Partial<AccountRoot>): void {
    this.view.rawReplace({ ...this.account(account), ...fields });
  }

  create(Amount: Amount, CancelAfter = NOW + 9): Ter {
    this.set(ALICE, { Sequence: 50 });
    const terms = { Account: ALICE, Destination: BOB, Amount, FinishAfter: NOW, CancelAfter };
    return this.result({ TransactionType: 'EscrowCreate', ...terms });
  }

  /** Makes an escrow of 40 tokens or units that can be finished, and changes it. */
  lock(amount: Amount, fields: Partial<LedgerEntries['Escrow']> = {}): void {
    assert.equal(this.create(amount), 'tesSUCCESS');
    this.put({ ...this.read(ESCROW)!, FinishAfter: NOW - 2, ...fields });
  }
}

const TOKENS = tokens('40', ISSUER);

describe('an escrow of tokens', () => {
  test('needs their issuer, and not the owner as issuer', () => {
    const orphan = new EscrowLedger();
    orphan.view.rawErase({ ...orphan.account(ISSUER) });
    assert.equal(orphan.create(TOKENS), 'tecNO_ISSUER');
    const owing = new EscrowLedger();
    owing.view.rawReplace({ ...owing.line(ALICE, ISSUER)!, Balance: tokens('-1', testAccount('Z')) });
    assert.equal(owing.create(TOKENS), 'tecNO_PERMISSION');
  });

  test('is finished if the destination has the reserve of a line', () => {
    const ledger = new EscrowLedger();
    ledger.lock(TOKENS);
    ledger.set(BOB, { Balance: 1_199_999n });
    assert.equal(ledger.result(FINISH), 'tecNO_LINE_INSUF_RESERVE');
    ledger.set(BOB, { Balance: 1_200_000n });
    assert.equal(ledger.result(FINISH), 'tesSUCCESS');
  });

  test('is cancelled with an authorization, and by others only to a line', () => {
    const ledger = new EscrowLedger();
    ledger.lock(TOKENS, { CancelAfter: NOW - 1 });
    const cancel = { ...FINISH, TransactionType: 'EscrowCancel', Account: ALICE };
    ledger.set(ISSUER, { Flags: LOCKING | Bits.lsfRequireAuth });
    assert.equal(ledger.result(cancel), 'tecNO_AUTH');
    ledger.set(ISSUER, { Flags: LOCKING });
    ledger.view.rawErase({ ...ledger.line(ALICE, ISSUER)! });
    assert.equal(ledger.result({ ...cancel, Account: STRANGER }), 'tecNO_LINE');
    assert.equal(ledger.line(ALICE, ISSUER), undefined);
  });
});

describe('an escrow of units', () => {
  /** Locked units of Alice and of the issuance. */
  const locked = (ledger: EscrowLedger) => [
    ledger.token(ledger.id, ALICE)?.LockedAmount,
    ledger.issuance(ledger.id)?.LockedAmount,
  ];

  test('finished by the destination makes a holding, for which it needs the reserve', () => {
    const ledger = new EscrowLedger();
    ledger.lock(units(ledger.id, 40n));
    ledger.set(BOB, { Balance: 1_199_999n });
    assert.equal(ledger.result(FINISH), 'tecINSUFFICIENT_RESERVE');
    ledger.set(BOB, { Balance: 1_200_000n });
    assert.equal(ledger.result(FINISH), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(ledger.id, ALICE, BOB), [100n, 60n, 40n]);
    assert.deepEqual([...locked(ledger), ledger.read(ESCROW)], [undefined, undefined, undefined]);
    assert.equal(ledger.account(BOB).OwnerCount, 1);
  });

  test('finished by another account needs a holding', () => {
    const ledger = new EscrowLedger();
    ledger.lock(units(ledger.id, 40n));
    assert.equal(ledger.result({ ...FINISH, Account: STRANGER }), 'tecNO_PERMISSION');
    ledger.distribute(ledger.id, 0n, BOB);
    assert.equal(ledger.result({ ...FINISH, Account: STRANGER }), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(ledger.id, BOB), [100n, 40n]);
  });

  test('costs the lower transfer fee of its start and its end, which leaves circulation', () => {
    for (const [then, now, received] of [
      [25_000, 25_000, 32n],
      [25_000, 50_000, 32n],
      [50_000, 25_000, 32n],
      [25_000, 0, 40n],
      // 33.33 units: the fee is rounded down.
      [20_000, 20_000, 34n],
    ] as const) {
      const ledger = new EscrowLedger({ TransferFee: then });
      ledger.lock(units(ledger.id, 40n));
      ledger.amend(ledger.issuance(ledger.id), { TransferFee: now });
      assert.equal(ledger.result(FINISH), 'tesSUCCESS');
      assert.deepEqual(ledger.balances(ledger.id, ALICE, BOB), [60n + received, 60n, received]);
      assert.deepEqual(locked(ledger), [undefined, undefined]);
    }
  });
});
