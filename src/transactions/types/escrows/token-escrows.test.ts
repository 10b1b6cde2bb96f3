import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot, LedgerEntries } from '../../../protocol/entries/entries.ts';
import { escrowKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';

const OWNER = testAccount('M');
const DESTINATION = testAccount('P');
const STRANGER = testAccount('S');
const ISSUER = testAccount('X');
const NOW = 1_000_000;
const { AccountRoot: Bits } = EntryFlags;
const LOCKING = Bits.lsfDefaultRipple | Bits.lsfAllowTrustLineLocking;

const CREATE = { TransactionType: 'EscrowCreate', Account: OWNER, Destination: DESTINATION, FinishAfter: NOW };
const FINISH = { TransactionType: 'EscrowFinish', Account: DESTINATION, Owner: OWNER, OfferSequence: 50 };
const CANCEL = { ...FINISH, TransactionType: 'EscrowCancel', Account: OWNER };
const ESCROW = escrowKeylet(OWNER, 50);

/** The owner has 100 of the issuer's tokens. */
function market(): TokenLedger {
  const ledger = new TokenLedger({ closeTimeSeconds: NOW });
  for (const account of [OWNER, DESTINATION, STRANGER]) ledger.fund(account);
  ledger.fund(ISSUER, { Flags: LOCKING });
  ledger.trust(OWNER, ISSUER, '1000');
  assert.equal(ledger.pay(ISSUER, OWNER, '100', ISSUER).result, 'tesSUCCESS');
  return ledger;
}

function setRoot(ledger: TokenLedger, account: AccountId, fields: Partial<AccountRoot>): void {
  ledger.view.rawReplace({ ...ledger.account(account), ...fields });
}

function result(ledger: TokenLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

function create(ledger: TokenLedger): string {
  setRoot(ledger, OWNER, { Sequence: 50 });
  return result(ledger, { ...CREATE, Amount: tokens('40', ISSUER) });
}

/** A market with an escrow of 40 that can be finished, and with `CancelAfter` also cancelled. */
function withEscrow(fields: { CancelAfter?: number } = {}): TokenLedger {
  const ledger = market();
  assert.equal(create(ledger), 'tesSUCCESS');
  ledger.put({ ...ledger.read(ESCROW)!, FinishAfter: NOW - 2, ...fields } as LedgerEntries['Escrow']);
  return ledger;
}

describe('EscrowCreate of tokens', () => {
  test('needs their issuer', () => {
    const ledger = market();
    ledger.view.rawErase({ ...ledger.account(ISSUER) });
    assert.equal(create(ledger), 'tecNO_ISSUER');
  });

  test('refuses tokens that the owner has issued', () => {
    const ledger = market();
    ledger.view.rawReplace({ ...ledger.line(OWNER, ISSUER)!, Balance: tokens('-1', testAccount('Z')) });
    assert.equal(create(ledger), 'tecNO_PERMISSION');
  });
});

describe('EscrowFinish of tokens', () => {
  test('needs the reserve for a new line', () => {
    const ledger = withEscrow();
    setRoot(ledger, DESTINATION, { Balance: 1_199_999n });
    assert.equal(result(ledger, FINISH), 'tecNO_LINE_INSUF_RESERVE');
    setRoot(ledger, DESTINATION, { Balance: 1_200_000n });
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
  });
});

describe('EscrowCancel of tokens', () => {
  test('needs permission, and no line if the owner sends it', () => {
    const ledger = withEscrow({ CancelAfter: NOW - 1 });
    setRoot(ledger, ISSUER, { Flags: LOCKING | Bits.lsfRequireAuth });
    assert.equal(result(ledger, CANCEL), 'tecNO_AUTH');
    setRoot(ledger, ISSUER, { Flags: LOCKING });
    ledger.view.rawErase({ ...ledger.line(OWNER, ISSUER)! });
    assert.equal(result(ledger, { ...CANCEL, Account: STRANGER }), 'tecNO_LINE');
    assert.equal(ledger.read(lineKeylet(OWNER, ISSUER, tokens('1', OWNER).currency)), undefined);
  });
});
