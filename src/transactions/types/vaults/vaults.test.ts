import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { number, OWNER, textOfNumber, USD_ISSUE, usd, VaultLedger } from '../../../../test/support/vault-ledger.ts';
import { XRP_ISSUE } from '../../../protocol/amounts/amount-math.ts';
import { permissionedDomainKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type Hash256, type StObject, ZERO_ACCOUNT, ZERO_HASH } from '../../../protocol/values.ts';
import { isSoleShareholder } from '../../vaults/vault-shares.ts';

const { tfVaultPrivate } = TransactionFlags.VaultCreate;
const Create = TransactionFlags.MPTokenIssuanceCreate;
const Bits = EntryFlags.AccountRoot;
const ANY_ID = '12'.repeat(32);

function create(fields: StObject): StObject {
  return { TransactionType: 'VaultCreate', Account: OWNER, Asset: XRP_ISSUE, ...fields };
}

function set(id: Hash256, fields: StObject): StObject {
  return { TransactionType: 'VaultSet', Account: OWNER, VaultID: id, ...fields };
}

function remove(id: Hash256, fields: StObject = {}): StObject {
  return { TransactionType: 'VaultDelete', Account: OWNER, VaultID: id, ...fields };
}

function clawback(id: Hash256, fields: StObject = {}): StObject {
  return { TransactionType: 'VaultClawback', Account: ISSUER, VaultID: id, Holder: ALICE, ...fields };
}

/** A domain of the owner that accepts a credential which no account has yet. */
function makeDomain(ledger: VaultLedger): Hash256 {
  const keylet = permissionedDomainKeylet(OWNER, 77);
  const credential = { Credential: { Issuer: ISSUER, CredentialType: 'AB' } };
  ledger.put(Object.assign(newEntry(keylet), { Owner: OWNER, Sequence: 77, AcceptedCredentials: [credential] }));
  return keylet.key;
}

/** Gives Alice the domain's credential. */
function giveCredential(ledger: VaultLedger, fields: StObject = {}): void {
  ledger.expect('tesSUCCESS', { TransactionType: 'CredentialCreate', Subject: ALICE, CredentialType: 'AB', ...fields });
  const accept = { TransactionType: 'CredentialAccept', Account: ALICE, Issuer: ISSUER, CredentialType: 'AB' };
  ledger.expect('tesSUCCESS', accept);
}

describe('VaultCreate', () => {
  const MALFORMED: readonly StObject[] = [
    { DomainID: ZERO_HASH, Flags: tfVaultPrivate },
    { AssetsMaximum: number(-1n) },
    { MPTokenMetadata: '' },
    { MPTokenMetadata: '00'.repeat(1025) },
    { Asset: USD_ISSUE, Scale: 19 },
  ];
  for (const fields of MALFORMED) {
    test(`refuses ${JSON.stringify(Object.keys(fields))} that are malformed`, () => {
      assert.equal(new VaultLedger().result(create(fields)), 'temMALFORMED');
    });
  }

  test('refuses shares of vaults, frozen assets, domains that are not there', () => {
    const ledger = new VaultLedger();
    const share = ledger.vault(ledger.createVault()).ShareMPTID;
    assert.equal(ledger.result(create({ Asset: { mptIssuanceId: share } })), 'tecWRONG_ASSET');
    assert.equal(ledger.result(create({ DomainID: ANY_ID, Flags: tfVaultPrivate })), 'tecOBJECT_NOT_FOUND');
    const mpt = ledger.mpt();
    ledger.amend(ledger.token((mpt as { mptIssuanceId: string }).mptIssuanceId, OWNER), { Flags: 1 });
    assert.equal(ledger.result(create({ Asset: mpt })), 'tecLOCKED');
    const issuer = ledger.account(ISSUER);
    ledger.view.rawReplace({ ...issuer, Flags: (issuer.Flags | Bits.lsfGlobalFreeze) >>> 0 });
    assert.equal(ledger.result(create({ Asset: USD_ISSUE })), 'tecFROZEN');
  });
});

describe('VaultSet', () => {
  test('changes data, limit and domain', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(XRP_ISSUE, { Flags: tfVaultPrivate });
    const domain = makeDomain(ledger);
    ledger.expect('tesSUCCESS', set(id, { Data: 'CD', AssetsMaximum: number(9n), DomainID: domain }));
    const vault = ledger.vault(id);
    assert.deepEqual([vault.Data, textOfNumber(vault.AssetsMaximum)], ['CD', '9']);
    assert.equal(ledger.issuance(vault.ShareMPTID)?.DomainID, domain);
    ledger.expect('tesSUCCESS', set(id, { AssetsMaximum: number(0n), DomainID: ZERO_HASH }));
    assert.equal(ledger.vault(id).AssetsMaximum, undefined);
    assert.equal(ledger.issuance(vault.ShareMPTID)?.DomainID, undefined);
  });

  test('refuses what is malformed or not allowed', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [set(ZERO_HASH, { Data: 'AB' }), 'temMALFORMED'],
      [set(id, { Data: '' }), 'temMALFORMED'],
      [set(id, { AssetsMaximum: number(-1n) }), 'temMALFORMED'],
      [set(id, {}), 'temMALFORMED'],
      [set(ANY_ID, { Data: 'AB' }), 'tecNO_ENTRY'],
      [set(id, { Data: 'AB', Account: ALICE }), 'tecNO_PERMISSION'],
      [set(id, { DomainID: ANY_ID }), 'tecNO_PERMISSION'],
      [set(ledger.createVault(XRP_ISSUE, { Flags: tfVaultPrivate }), { DomainID: ANY_ID }), 'tecOBJECT_NOT_FOUND'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(fields), expected);
    assert.equal(ledger.deposit(id, ALICE, 10n), 'tesSUCCESS');
    assert.equal(ledger.result(set(id, { AssetsMaximum: number(9n) })), 'tecLIMIT_EXCEEDED');
    for (const maximum of [10n, 0n]) ledger.expect('tesSUCCESS', set(id, { AssetsMaximum: number(maximum) }));
  });
});

describe('VaultDelete', () => {
  test('refuses what is not there, not the sender’s, or not empty', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.result(remove(ZERO_HASH)), 'temMALFORMED');
    assert.equal(ledger.result(remove(ANY_ID)), 'tecNO_ENTRY');
    assert.equal(ledger.result(remove(id, { Account: ALICE })), 'tecNO_PERMISSION');
    assert.equal(ledger.deposit(id, ALICE, 10n), 'tesSUCCESS');
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
    ledger.amendVault(id, { AssetsAvailable: undefined });
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
    ledger.amendVault(id, { AssetsTotal: undefined });
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
    ledger.view.rawReplace({ ...ledger.account(ledger.vault(id).Account), Balance: 0n });
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS', 'of its shares');
    const other = ledger.createVault();
    ledger.amendVault(other, { AssetsTotal: number(5n) });
    assert.equal(ledger.result(remove(other)), 'tecHAS_OBLIGATIONS', 'of what it has lent');
  });
});

describe('VaultDeposit', () => {
  test('refuses what is malformed, missing, or of another asset', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(ZERO_HASH, ALICE, 1n), 'temMALFORMED');
    assert.equal(ledger.deposit(id, ALICE, 0n), 'temBAD_AMOUNT');
    assert.equal(ledger.deposit(ANY_ID, ALICE, 1n), 'tecNO_ENTRY');
    assert.equal(ledger.deposit(id, ALICE, usd('1')), 'tecWRONG_ASSET');
    assert.equal(ledger.deposit(id, ALICE, 100_000_000n), 'tecINSUFFICIENT_FUNDS');
  });

  test('refuses frozen assets and shares', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    ledger.amend(ledger.token(mpt.mptIssuanceId, ALICE), { Flags: 1 });
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 1n)), 'tecLOCKED');
    const account = ledger.vault(id).Account;
    ledger.amend(ledger.token(mpt.mptIssuanceId, account), { Flags: 1 });
    assert.equal(ledger.deposit(id, BOB, units(mpt.mptIssuanceId, 1n)), 'tecLOCKED');
    const shares = ledger.issuance(ledger.vault(id).ShareMPTID);
    ledger.amend(shares, { Flags: shares!.Flags | 1 });
    assert.equal(ledger.deposit(id, BOB, units(mpt.mptIssuanceId, 1n)), 'tefINTERNAL');
  });

  test('lets into a private vault its owner and members of its domain', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(XRP_ISSUE, { Flags: tfVaultPrivate });
    assert.equal(ledger.deposit(id, OWNER, 5n), 'tesSUCCESS');
    assert.equal(ledger.deposit(id, ALICE, 5n), 'tecNO_AUTH');
    ledger.expect('tesSUCCESS', set(id, { DomainID: makeDomain(ledger) }));
    assert.equal(ledger.deposit(id, ALICE, 5n), 'tecNO_AUTH');
    giveCredential(ledger);
    assert.equal(ledger.deposit(id, ALICE, 5n), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, OWNER, ALICE), ['10', '10', 5n, 5n]);
  });
});

describe('VaultWithdraw', () => {
  test('has no sole shareholder without shares', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(id, OWNER, 10n), 'tesSUCCESS');
    assert.equal(isSoleShareholder(ledger.view, OWNER, ledger.vault(id)), true);
    assert.equal(ledger.withdraw(id, OWNER, 10n), 'tesSUCCESS');
    // The owner keeps a holding of no shares.
    assert.deepEqual(ledger.books(id, OWNER), ['0', '0', 0n]);
    assert.equal(isSoleShareholder(ledger.view, OWNER, ledger.vault(id)), false);
  });

  test('pays the last shares only when no losses are expected any more', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(id, ALICE, 100n), 'tesSUCCESS');
    ledger.amendVault(id, { LossUnrealized: number(10n) });
    assert.equal(ledger.withdraw(id, ALICE, ledger.shares(id, 100n)), 'tefINTERNAL');
  });

  test('refuses what is malformed, missing, or too much', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE, { Scale: 0 });
    assert.equal(ledger.deposit(id, ALICE, usd('10')), 'tesSUCCESS');
    const scenes: readonly (readonly [Ter, Ter])[] = [
      [ledger.withdraw(ZERO_HASH, ALICE, 1n), 'temMALFORMED'],
      [ledger.withdraw(id, ALICE, usd('0')), 'temBAD_AMOUNT'],
      [ledger.withdraw(id, ALICE, usd('1'), { Destination: ZERO_ACCOUNT }), 'temMALFORMED'],
      [ledger.withdraw(ANY_ID, ALICE, usd('1')), 'tecNO_ENTRY'],
      [ledger.withdraw(id, ALICE, 1n), 'tecWRONG_ASSET'],
      [ledger.withdraw(id, ALICE, usd('1'), { Destination: testAccount('Q') }), 'tecNO_DST'],
      [ledger.withdraw(id, ALICE, usd('0.4')), 'tecPRECISION_LOSS'],
      [ledger.withdraw(id, ALICE, usd('11')), 'tecINSUFFICIENT_FUNDS'],
      [ledger.withdraw(id, BOB, usd('1')), 'tecINSUFFICIENT_FUNDS'],
    ];
    for (const [actual, expected] of scenes) assert.equal(actual, expected);
  });
});

describe('VaultClawback', () => {
  test('lets the owner burn shares that nothing is behind', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(id, ALICE, 100n), 'tesSUCCESS');
    const burn = { Account: OWNER };
    assert.equal(ledger.result(clawback(id, burn)), 'tecNO_PERMISSION');
    ledger.amendVault(id, { AssetsTotal: undefined, AssetsAvailable: undefined });
    assert.equal(ledger.result(clawback(id, { ...burn, Amount: ledger.shares(id, 1n) })), 'tecLIMIT_EXCEEDED');
    assert.equal(ledger.result(clawback(id, { Amount: ledger.shares(id, 1n) })), 'tecNO_PERMISSION');
    ledger.expect('tesSUCCESS', clawback(id, { ...burn, Amount: ledger.shares(id, 100n) }));
    assert.equal(ledger.issuance(ledger.vault(id).ShareMPTID)?.OutstandingAmount, 0n);
    assert.equal(ledger.result(clawback(id, burn)), 'tecNO_PERMISSION');
  });

  test('refuses what is malformed, or not the sender’s to take', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt({ Flags: Create.tfMPTCanTransfer });
    const [id, drops, tickets] = [USD_ISSUE, XRP_ISSUE, mpt].map((asset) => ledger.createVault(asset));
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [clawback(ZERO_HASH), 'temMALFORMED'],
      [clawback(id!, { Amount: usd('-1') }), 'temBAD_AMOUNT'],
      [clawback(id!, { Amount: 1n }), 'temMALFORMED'],
      [clawback(ANY_ID), 'tecNO_ENTRY'],
      [clawback(id!, { Amount: { ...(usd('1') as object), issuer: BOB } as never }), 'tecWRONG_ASSET'],
      [clawback(drops!), 'tecNO_PERMISSION'],
      [clawback(id!, { Account: BOB }), 'tecNO_PERMISSION'],
      [clawback(id!, { Holder: ISSUER }), 'tecNO_PERMISSION'],
      [clawback(tickets!), 'tecNO_PERMISSION'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(fields), expected);
    const issuer = ledger.account(ISSUER);
    ledger.view.rawReplace({ ...issuer, Flags: (issuer.Flags | Bits.lsfNoFreeze) >>> 0 });
    assert.equal(ledger.result(clawback(id!)), 'tecNO_PERMISSION');
  });
});
