import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LoanLedger } from '../../../../test/support/loan-ledger.ts';
import { ALICE, BOB, ISSUER, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { number, OWNER, USD_ISSUE, usd, VaultLedger } from '../../../../test/support/vault-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type Hash256, type Issue, type StObject, ZERO_ACCOUNT, ZERO_HASH } from '../../../protocol/values.ts';

const ANY_ID = '12'.repeat(32);
const Bits = EntryFlags.AccountRoot;

function set(vaultId: Hash256, fields: StObject = {}): StObject {
  return { TransactionType: 'LoanBrokerSet', Account: OWNER, VaultID: vaultId, ...fields };
}

function withdraw(id: Hash256, amount: StObject[string], fields: StObject = {}): StObject {
  return { TransactionType: 'LoanBrokerCoverWithdraw', Account: OWNER, LoanBrokerID: id, Amount: amount, ...fields };
}

function clawback(fields: StObject): StObject {
  return { TransactionType: 'LoanBrokerCoverClawback', Account: ISSUER, ...fields };
}

function remove(id: Hash256, fields: StObject = {}): StObject {
  return { TransactionType: 'LoanBrokerDelete', Account: OWNER, LoanBrokerID: id, ...fields };
}

const ofDollars = () =>
  new LoanLedger(
    () => USD_ISSUE,
    (value) => usd(String(value)),
  );
const mptIdOf = (ledger: LoanLedger) => (ledger.vault(ledger.vaultId).Asset as { mptIssuanceId: string }).mptIssuanceId;

function ofUnits(flags?: number): LoanLedger {
  let asset: Issue | undefined;
  const make = (ledger: VaultLedger) => (asset = ledger.mpt(flags === undefined ? {} : { Flags: flags }));
  return new LoanLedger(make, (value) => units((asset as { mptIssuanceId: string }).mptIssuanceId, value));
}

describe('LoanBrokerSet', () => {
  const MALFORMED: readonly StObject[] = [
    { Data: '00'.repeat(257) },
    { CoverRateMinimum: 100_001, CoverRateLiquidation: 1 },
    { CoverRateMinimum: 1, CoverRateLiquidation: 100_001 },
    { DebtMaximum: number(-1n) },
    { DebtMaximum: number(1n, 19) },
    { CoverRateMinimum: 1 },
  ];
  for (const fields of MALFORMED) {
    test(`refuses ${JSON.stringify(Object.keys(fields))} that are malformed`, () => {
      assert.equal(new VaultLedger().result(set(ANY_ID, fields)), 'temINVALID');
    });
  }

  test('refuses what is not there, not the sender’s, or out of bounds', () => {
    const ledger = LoanLedger.ofDrops();
    const { vaultId, brokerId: LoanBrokerID } = ledger;
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [set(ANY_ID), 'tecNO_ENTRY'],
      [set(vaultId, { Account: ALICE }), 'tecNO_PERMISSION'],
      [set(vaultId, { LoanBrokerID: ANY_ID }), 'tecNO_ENTRY'],
      [set(ledger.createVault(), { LoanBrokerID }), 'tecNO_PERMISSION'],
      [set(vaultId, { DebtMaximum: number(15n, -1) }), 'tecPRECISION_LOSS'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(fields), expected);
    ledger.amendBroker({ Owner: ALICE });
    assert.equal(ledger.result(set(vaultId, { LoanBrokerID })), 'tecNO_PERMISSION');
    ledger.amendBroker({ Owner: OWNER, DebtTotal: number(10n) });
    assert.equal(ledger.result(set(vaultId, { LoanBrokerID, DebtMaximum: number(9n) })), 'tecLIMIT_EXCEEDED');
  });
});

describe('LoanBrokerCoverWithdraw', () => {
  test('refuses what is malformed, missing, or too much', () => {
    const ledger = ofDollars();
    const { brokerId } = ledger;
    const one = usd('1');
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [withdraw(ZERO_HASH, one), 'temINVALID'],
      [withdraw(brokerId, usd('0')), 'temBAD_AMOUNT'],
      [withdraw(brokerId, one, { Destination: ZERO_ACCOUNT }), 'temMALFORMED'],
      [withdraw(brokerId, one, { Destination: ledger.broker().Account }), 'tecPSEUDO_ACCOUNT'],
      [withdraw(ANY_ID, one), 'tecNO_ENTRY'],
      [withdraw(brokerId, one, { Account: ALICE }), 'tecNO_PERMISSION'],
      [withdraw(brokerId, 1n), 'tecWRONG_ASSET'],
      [withdraw(brokerId, usd('0.00000000000001')), 'tecPRECISION_LOSS'],
      [withdraw(brokerId, one, { Destination: testAccount('Q') }), 'tecNO_DST'],
      [withdraw(brokerId, usd('201')), 'tecINSUFFICIENT_FUNDS'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(fields), expected);
    ledger.expect('tesSUCCESS', withdraw(brokerId, one, { Destination: ISSUER }));
  });

  test('neither takes locked units nor gives units to an account without a holding', () => {
    const ledger = ofUnits();
    const id = mptIdOf(ledger);
    ledger.fund(testAccount('Q'));
    const one = units(id, 1n);
    assert.equal(ledger.result(withdraw(ledger.brokerId, one, { Destination: testAccount('Q') })), 'tecNO_AUTH');
    ledger.amend(ledger.token(id, BOB), { Flags: 1 });
    assert.equal(ledger.result(withdraw(ledger.brokerId, one, { Destination: BOB })), 'tecLOCKED');
    ledger.amend(ledger.token(id, ledger.broker().Account), { Flags: 1 });
    assert.equal(ledger.result(withdraw(ledger.brokerId, one)), 'tecLOCKED');
  });
});

describe('LoanBrokerCoverClawback', () => {
  test('takes the amount, or all that can be taken, from a broker named by its id or its account', () => {
    const ledger = ofDollars();
    const { brokerId: LoanBrokerID } = ledger;
    ledger.expect('tesSUCCESS', clawback({ LoanBrokerID, Amount: usd('50') }));
    assert.equal(ledger.brokerBooks()[1], '150');
    const { currency } = USD_ISSUE as { currency: string };
    const ofAccount = { ...(usd('30') as object), currency, issuer: ledger.broker().Account } as never;
    ledger.expect('tesSUCCESS', clawback({ Amount: ofAccount }));
    assert.equal(ledger.brokerBooks()[1], '120');
    ledger.expect('tesSUCCESS', clawback({ LoanBrokerID }));
    assert.equal(ledger.brokerBooks()[1], '0');
    assert.equal(ledger.result(clawback({ LoanBrokerID })), 'tecINSUFFICIENT_FUNDS');
  });

  test('refuses what is malformed, missing, or not the sender’s to take', () => {
    const ledger = ofDollars();
    const { brokerId: LoanBrokerID } = ledger;
    const of = (issuer: string) => ({ ...(usd('1') as object), issuer }) as never;
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [clawback({}), 'temINVALID'],
      [clawback({ LoanBrokerID: ZERO_HASH }), 'temINVALID'],
      [clawback({ LoanBrokerID, Amount: 1n }), 'temBAD_AMOUNT'],
      [clawback({ LoanBrokerID, Amount: usd('-1') }), 'temBAD_AMOUNT'],
      [clawback({ Amount: units('00'.repeat(24), 1n) }), 'temINVALID'],
      [clawback({ Amount: usd('1') }), 'temINVALID'],
      [clawback({ Amount: of(testAccount('Q')) }), 'tecNO_ENTRY'],
      [clawback({ Amount: of(ALICE) }), 'tecOBJECT_NOT_FOUND'],
      [clawback({ LoanBrokerID: ANY_ID }), 'tecNO_ENTRY'],
      [clawback({ LoanBrokerID, Account: BOB }), 'tecNO_PERMISSION'],
      [clawback({ LoanBrokerID, Amount: of(ALICE) }), 'tecWRONG_ASSET'],
      [clawback({ LoanBrokerID, Amount: units('00'.repeat(24), 1n) }), 'tecWRONG_ASSET'],
      [clawback({ LoanBrokerID, Amount: usd('0.00000000000001') }), 'tecPRECISION_LOSS'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(fields), expected);
    const issuer = ledger.account(ISSUER);
    ledger.view.rawReplace({ ...issuer, Flags: (issuer.Flags | Bits.lsfNoFreeze) >>> 0 });
    assert.equal(ledger.result(clawback({ LoanBrokerID })), 'tecNO_PERMISSION');
    const drops = LoanLedger.ofDrops();
    assert.equal(drops.result(clawback({ LoanBrokerID: drops.brokerId })), 'tecNO_PERMISSION');
    const still = ofUnits(TransactionFlags.MPTokenIssuanceCreate.tfMPTCanTransfer);
    assert.equal(still.result(clawback({ LoanBrokerID: still.brokerId })), 'tecNO_PERMISSION');
  });
});

describe('LoanBrokerDelete', () => {
  test('refuses what is not there, not the sender’s, or in use', () => {
    const ledger = ofUnits();
    const id = ledger.brokerId;
    assert.equal(ledger.result(remove(ZERO_HASH)), 'temINVALID');
    assert.equal(ledger.result(remove(ANY_ID)), 'tecNO_ENTRY');
    assert.equal(ledger.result(remove(id, { Account: ALICE })), 'tecNO_PERMISSION');
    ledger.amendBroker({ DebtTotal: number(1n) });
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
    ledger.amendBroker({ DebtTotal: undefined });
    ledger.amend(ledger.token(mptIdOf(ledger), OWNER), { Flags: 1 });
    assert.equal(ledger.result(remove(id)), 'tecLOCKED');
    ledger.amend(ledger.token(mptIdOf(ledger), OWNER), { Flags: 0 });
    ledger.amend(ledger.token(mptIdOf(ledger), ledger.broker().Account), { Flags: 1 });
    assert.equal(ledger.result(remove(id)), 'tecLOCKED');
    const lent = LoanLedger.ofDrops();
    lent.lend();
    assert.equal(lent.result(remove(lent.brokerId)), 'tecHAS_OBLIGATIONS');
  });
});
