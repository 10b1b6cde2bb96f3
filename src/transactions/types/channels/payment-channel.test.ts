import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { deriveKeyPair } from '../../../crypto/key-pair.ts';
import { sign } from '../../../crypto/signature.ts';
import type { AccountRoot, PayChannel } from '../../../protocol/entries/entries.ts';
import { depositPreauthKeylet, payChanKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { StObject } from '../../../protocol/values.ts';

const PAYER = testAccount('Payer');
const PAYEE = testAccount('Payee');
const STRANGER = testAccount('Stranger');
const KEYS = deriveKeyPair(Buffer.alloc(16, 1), 'ed25519');
const CHANNEL = payChanKeylet(PAYER, PAYEE, 1);
const NOW = 1_000_000;
const DELAY = 100;
const { AccountRoot: Bits } = EntryFlags;

const CREATE = {
  TransactionType: 'PaymentChannelCreate',
  Account: PAYER,
  Destination: PAYEE,
  Amount: 1000n,
  SettleDelay: DELAY,
  PublicKey: KEYS.publicKey,
};
const FUND = { TransactionType: 'PaymentChannelFund', Account: PAYER, Channel: CHANNEL.key, Amount: 500n };
const CLAIM = { TransactionType: 'PaymentChannelClaim', Account: PAYEE, Channel: CHANNEL.key };

function emptyLedger(payee: Partial<AccountRoot> | undefined = {}, payer: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger({ closeTimeSeconds: NOW });
  ledger.fund(PAYER, payer);
  ledger.fund(STRANGER);
  if (payee !== undefined) ledger.fund(PAYEE, payee);
  return ledger;
}

/** A ledger with a channel; fields given here replace those that the channel was made with. */
function ledgerWithChannel(channel: Partial<PayChannel> = {}, payee: Partial<AccountRoot> = {}): TestLedger {
  const ledger = emptyLedger(payee);
  assert.equal(ledger.apply(CREATE).result, 'tesSUCCESS');
  ledger.put({ ...ledger.read(CHANNEL)!, ...channel });
  return ledger;
}

/** The payee's claim with the payer's signature for the amount. */
function signedClaim(balanceDrops: bigint, amountDrops = balanceDrops, keys = KEYS): StObject {
  const Signature = sign(channelClaimMessage(CHANNEL.key, amountDrops), keys);
  return { ...CLAIM, Balance: balanceDrops, Amount: amountDrops, Signature, PublicKey: keys.publicKey };
}

function result(ledger: TestLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

describe('PaymentChannelCreate', () => {
  const cases: readonly [string, StObject, Partial<AccountRoot>, Partial<AccountRoot> | undefined, string][] = [
    ['an account of a ledger object', { CancelAfter: 1 }, {}, { VaultID: '1'.repeat(64) }, 'tecNO_PERMISSION'],
  ];
  for (const [name, fields, payer, payee, expected] of cases) {
    test(`to ${name}: ${expected}`, () => {
      const ledger = new TestLedger({ closeTimeSeconds: NOW });
      ledger.fund(PAYER, payer);
      if (payee !== undefined) ledger.fund(PAYEE, payee);
      assert.equal(result(ledger, { ...CREATE, ...fields }), expected);
    });
  }
});

describe('PaymentChannelFund', () => {
  test('needs the reserve, the drops and a destination that exists', () => {
    const withPayer = (payer: Partial<AccountRoot>, channel: Partial<PayChannel> = {}): string => {
      const ledger = ledgerWithChannel(channel);
      ledger.put({ ...ledger.account(PAYER), ...payer });
      return result(ledger, FUND);
    };
    const noPayee = { Destination: testAccount('Nobody') };
    assert.equal(withPayer({ Balance: 1_200_009n }, noPayee), 'tecINSUFFICIENT_RESERVE');
    assert.equal(withPayer({ Balance: 1_200_010n }, noPayee), 'tecUNFUNDED');
    assert.equal(withPayer({ Balance: 1_200_509n }, noPayee), 'tecUNFUNDED');
    assert.equal(withPayer({ Balance: 1_200_510n }, noPayee), 'tecNO_DST');
    assert.equal(withPayer({ Balance: 1_200_510n }), 'tesSUCCESS');
  });
});

describe('PaymentChannelClaim refuses', () => {
  const cases: readonly [string, StObject, string][] = [
    ['no channel', { ...CLAIM, Channel: '0'.repeat(64), Balance: 0n }, 'temMALFORMED'],
    ['an authorized amount of zero', { ...CLAIM, Amount: 0n }, 'temBAD_AMOUNT'],
    ['an empty list of credentials', { ...CLAIM, CredentialIDs: [] }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(result(ledgerWithChannel({ Balance: 200n }), fields), expected));
  }

  test('a payee that is gone, or takes no deposits from the sender', () => {
    const orphan = ledgerWithChannel({ Destination: testAccount('Nobody') });
    assert.equal(result(orphan, { ...CLAIM, Account: PAYER, Balance: 1n }), 'tecNO_DST');
    const strict = ledgerWithChannel({}, { Flags: Bits.lsfDepositAuth });
    assert.equal(result(strict, { ...CLAIM, Account: PAYER, Balance: 1n }), 'tecNO_PERMISSION');
    assert.equal(result(strict, signedClaim(1n)), 'tesSUCCESS');
    strict.put(newEntry(depositPreauthKeylet(PAYEE, PAYER)));
    assert.equal(result(strict, { ...CLAIM, Account: PAYER, Balance: 2n }), 'tesSUCCESS');
  });
});
