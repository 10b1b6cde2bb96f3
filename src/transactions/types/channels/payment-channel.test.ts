import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { deriveKeyPair } from '../../../crypto/key-pair.ts';
import { sign } from '../../../crypto/signature.ts';
import { isDirectoryEmpty } from '../../../ledger/directory.ts';
import type { AccountRoot, PayChannel } from '../../../protocol/entries/entries.ts';
import { depositPreauthKeylet, ownerDirKeylet, payChanKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { StObject } from '../../../protocol/values.ts';

const PAYER = testAccount('Payer');
const PAYEE = testAccount('Payee');
const STRANGER = testAccount('Stranger');
const KEYS = deriveKeyPair(Buffer.alloc(16, 1), 'ed25519');
const OTHER_KEYS = deriveKeyPair(Buffer.alloc(16, 2), 'ed25519');
const CHANNEL = payChanKeylet(PAYER, PAYEE, 1);
const NOW = 1_000_000;
const DELAY = 100;
const { tfRenew, tfClose } = TransactionFlags.PaymentChannelClaim;
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
    ['no drops', { Amount: 0n, Destination: PAYER }, {}, {}, 'temBAD_AMOUNT'],
    ['itself', { Destination: PAYER, PublicKey: 'AB' }, {}, {}, 'temDST_IS_SRC'],
    ['a key that is none', { PublicKey: 'AB' }, {}, {}, 'temMALFORMED'],
    ['too little for the reserve', {}, { Balance: 1_199_999n }, undefined, 'tecINSUFFICIENT_RESERVE'],
    ['too little beyond the reserve', {}, { Balance: 1_200_999n }, undefined, 'tecUNFUNDED'],
    ['nobody', {}, { Balance: 1_201_000n }, undefined, 'tecNO_DST'],
    [
      'a payee that wants no channels',
      {},
      {},
      { Flags: Bits.lsfDisallowIncomingPayChan | Bits.lsfRequireDestTag },
      'tecNO_PERMISSION',
    ],
    ['a payee that wants a tag', {}, {}, { Flags: Bits.lsfRequireDestTag }, 'tecDST_TAG_NEEDED'],
    ['an account of a ledger object', { CancelAfter: 1 }, {}, { VaultID: '1'.repeat(64) }, 'tecNO_PERMISSION'],
    ['an end in the past', { CancelAfter: NOW - 1 }, {}, {}, 'tecEXPIRED'],
    ['an end right now', { CancelAfter: NOW }, {}, {}, 'tesSUCCESS'],
  ];
  for (const [name, fields, payer, payee, expected] of cases) {
    test(`to ${name}: ${expected}`, () => {
      const ledger = new TestLedger({ closeTimeSeconds: NOW });
      ledger.fund(PAYER, payer);
      if (payee !== undefined) ledger.fund(PAYEE, payee);
      assert.equal(result(ledger, { ...CREATE, ...fields }), expected);
    });
  }

  test('sets drops aside and is listed at both ends', () => {
    const ledger = emptyLedger();
    const tags = { SourceTag: 1, DestinationTag: 2, CancelAfter: NOW + 9 };
    assert.equal(result(ledger, { ...CREATE, ...tags }), 'tesSUCCESS');
    const { Amount, Balance, Sequence, SettleDelay, SourceTag, DestinationTag, CancelAfter } = ledger.read(CHANNEL)!;
    assert.deepEqual(
      { Amount, Balance, Sequence, SettleDelay, SourceTag, DestinationTag, CancelAfter },
      { Amount: 1000n, Balance: 0n, Sequence: 1, SettleDelay: DELAY, ...tags },
    );
    assert.equal(ledger.account(PAYER).Balance, 100_000_000n - 1010n);
    assert.equal(ledger.account(PAYER).OwnerCount, 1);
    assert.equal(ledger.account(PAYEE).OwnerCount, 0);
    for (const end of [PAYER, PAYEE]) assert.equal(isDirectoryEmpty(ledger.view, ownerDirKeylet(end)), false);
  });
});

describe('PaymentChannelFund', () => {
  test('refuses no channel, no drops, a channel that is not there and an id of something else', () => {
    const ledger = ledgerWithChannel();
    assert.equal(result(ledger, { ...FUND, Channel: '0'.repeat(64), Amount: 0n }), 'temMALFORMED');
    assert.equal(result(ledger, { ...FUND, Amount: 0n }), 'temBAD_AMOUNT');
    assert.equal(result(ledger, { ...FUND, Channel: '1'.repeat(64) }), 'tecNO_ENTRY');
    assert.equal(result(ledger, { ...FUND, Channel: ownerDirKeylet(PAYER).key }), 'tecNO_ENTRY');
  });

  test('is for the payer alone', () => {
    assert.equal(result(ledgerWithChannel(), { ...FUND, Account: PAYEE }), 'tecNO_PERMISSION');
  });

  test('may bring the end nearer only by the settle delay, and postpone it freely', () => {
    const at = (expiration: number, channel: Partial<PayChannel> = {}): string =>
      result(ledgerWithChannel(channel), { ...FUND, Expiration: expiration });
    assert.equal(at(NOW + DELAY - 1), 'tecNO_PERMISSION');
    assert.equal(at(NOW + DELAY), 'tesSUCCESS');
    assert.equal(at(NOW + 49, { Expiration: NOW + 50 }), 'tecNO_PERMISSION');
    assert.equal(at(NOW + 50, { Expiration: NOW + 50 }), 'tesSUCCESS');
    assert.equal(at(0xffffffff, { Expiration: NOW + 50, SettleDelay: 0xffffffff }), 'tesSUCCESS');
  });

  test('needs the reserve, the drops and somebody to pay', () => {
    const withPayer = (payer: Partial<AccountRoot>, channel: Partial<PayChannel> = {}): string => {
      const ledger = ledgerWithChannel(channel);
      ledger.put({ ...ledger.account(PAYER), ...payer });
      return result(ledger, FUND);
    };
    const noPayee = { Destination: testAccount('Nobody') };
    assert.equal(withPayer({ Balance: 1_200_009n }, noPayee), 'tecINSUFFICIENT_RESERVE');
    assert.equal(withPayer({ Balance: 1_200_509n }, noPayee), 'tecUNFUNDED');
    assert.equal(withPayer({ Balance: 1_200_510n }, noPayee), 'tecNO_DST');
    assert.equal(withPayer({ Balance: 1_200_510n }), 'tesSUCCESS');
  });

  test('by anybody closes a channel whose time is over, a second after its end', () => {
    for (const end of ['Expiration', 'CancelAfter'] as const) {
      const open = ledgerWithChannel({ [end]: NOW });
      assert.equal(result(open, { ...FUND, Account: STRANGER }), 'tecNO_PERMISSION');
      const over = ledgerWithChannel({ [end]: NOW - 1 });
      assert.equal(result(over, { ...FUND, Account: STRANGER }), 'tesSUCCESS');
      assert.equal(over.read(CHANNEL), undefined);
      assert.equal(over.account(PAYER).Balance, 100_000_000n - 10n);
    }
  });
});

describe('PaymentChannelClaim refuses', () => {
  const signed = signedClaim(300n);
  const cases: readonly [string, StObject, string][] = [
    ['no channel', { ...CLAIM, Channel: '0'.repeat(64), Balance: 0n }, 'temMALFORMED'],
    ['a balance of zero', { ...CLAIM, Balance: 0n }, 'temBAD_AMOUNT'],
    ['an amount of zero', { ...CLAIM, Amount: 0n }, 'temBAD_AMOUNT'],
    ['more than authorized', { ...CLAIM, Balance: 2n, Amount: 1n, Flags: tfClose | tfRenew }, 'temBAD_AMOUNT'],
    ['to close and renew', { ...signed, PublicKey: 'AB', Flags: tfClose | tfRenew }, 'temMALFORMED'],
    ['a signature without balance', { ...CLAIM, Signature: 'AB', PublicKey: KEYS.publicKey }, 'temMALFORMED'],
    ['a key that is none', { ...signed, PublicKey: 'AB' }, 'temMALFORMED'],
    ['a signature for another amount', { ...signed, Amount: 301n }, 'temBAD_SIGNATURE'],
    ['no credentials', { ...CLAIM, CredentialIDs: [] }, 'temMALFORMED'],
    ['credentials that do not exist', { ...CLAIM, CredentialIDs: ['1'.repeat(64)] }, 'tecBAD_CREDENTIALS'],
    ['a channel that is not there', { ...CLAIM, Channel: '1'.repeat(64) }, 'tecNO_TARGET'],
    ['the id of a directory', { ...CLAIM, Channel: ownerDirKeylet(PAYER).key }, 'tecNO_TARGET'],
    ['a stranger', { ...signed, Account: STRANGER }, 'tecNO_PERMISSION'],
    ['a payee without signature', { ...CLAIM, Balance: 1001n }, 'tecNO_PERMISSION'],
    ['a key that is not the channel’s', signedClaim(1001n, 1001n, OTHER_KEYS), 'tecNO_PERMISSION'],
    ['more than the channel holds', signedClaim(1001n), 'tecUNFUNDED_PAYMENT'],
    ['what was paid already', signedClaim(200n), 'tecUNFUNDED_PAYMENT'],
    ['the payee’s wish to renew', { ...CLAIM, Flags: tfRenew }, 'tecNO_PERMISSION'],
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

describe('PaymentChannelClaim', () => {
  test('pays the difference to what was paid before', () => {
    const ledger = ledgerWithChannel();
    assert.equal(result(ledger, signedClaim(300n, 900n)), 'tesSUCCESS');
    assert.equal(result(ledger, signedClaim(400n, 900n)), 'tesSUCCESS');
    assert.equal(ledger.read(CHANNEL)?.Balance, 400n);
    assert.equal(ledger.account(PAYEE).Balance, 100_000_000n + 400n - 20n);
  });

  test('by the payer needs no signature', () => {
    assert.equal(result(ledgerWithChannel(), { ...CLAIM, Account: PAYER, Balance: 1000n }), 'tesSUCCESS');
  });

  test('by the payee closes at once, and the rest goes back', () => {
    const ledger = ledgerWithChannel();
    assert.equal(result(ledger, { ...signedClaim(300n), Flags: tfClose }), 'tesSUCCESS');
    assert.equal(ledger.read(CHANNEL), undefined);
    assert.equal(ledger.account(PAYER).Balance, 100_000_000n - 310n);
    assert.equal(ledger.account(PAYER).OwnerCount, 0);
    // The first page of a directory stays, as in the reference.
    for (const end of [PAYER, PAYEE]) assert.deepEqual(ledger.read(ownerDirKeylet(end))?.Indexes, []);
  });

  test('by the payer closes after the settle delay, or at once when nothing is left', () => {
    const close = { ...CLAIM, Account: PAYER, Flags: tfClose };
    const ledger = ledgerWithChannel();
    assert.equal(result(ledger, close), 'tesSUCCESS');
    assert.equal(ledger.read(CHANNEL)?.Expiration, NOW + DELAY);
    const sooner = ledgerWithChannel({ Expiration: NOW + 5 });
    result(sooner, close);
    assert.equal(sooner.read(CHANNEL)?.Expiration, NOW + 5);
    const far = ledgerWithChannel({ SettleDelay: 0xffffffff });
    result(far, close);
    assert.equal(far.read(CHANNEL)?.Expiration, 0xffffffff);
    const dry = ledgerWithChannel();
    assert.equal(result(dry, { ...close, Balance: 1000n }), 'tesSUCCESS');
    assert.equal(dry.read(CHANNEL), undefined);
  });

  test('renews: the end is off', () => {
    const ledger = ledgerWithChannel({ Expiration: NOW + 5 });
    assert.equal(result(ledger, { ...CLAIM, Account: PAYER, Flags: tfRenew }), 'tesSUCCESS');
    assert.equal('Expiration' in ledger.read(CHANNEL)!, false);
  });

  test('of a channel whose time is over pays nobody and closes it', () => {
    const ledger = ledgerWithChannel({ CancelAfter: NOW - 1 });
    assert.equal(result(ledger, signedClaim(300n)), 'tesSUCCESS');
    assert.equal(ledger.read(CHANNEL), undefined);
    assert.equal(ledger.account(PAYEE).Balance, 100_000_000n - 10n);
  });
});
