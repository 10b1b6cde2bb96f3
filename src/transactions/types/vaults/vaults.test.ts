import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { number, OWNER, textOfNumber, USD_ISSUE, usd, VaultLedger } from '../../../../test/support/vault-ledger.ts';
import { XRP_ISSUE } from '../../../protocol/amounts/amount-math.ts';
import { accountKeylet, permissionedDomainKeylet, vaultKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type Hash256, type StObject, ZERO_ACCOUNT, ZERO_HASH } from '../../../protocol/values.ts';
import { PSEUDO_ACCOUNT_FLAGS, pseudoAccountAddress } from '../../accounts/pseudo-account.ts';

const { tfVaultPrivate, tfVaultShareNonTransferable } = TransactionFlags.VaultCreate;
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

/** A domain of the owner's that accepts nothing which anybody has. */
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
  test('makes an account that holds the asset and issues shares', () => {
    const ledger = new VaultLedger();
    const before = ledger.account(OWNER).OwnerCount;
    const address = pseudoAccountAddress(ledger.view, vaultKeylet(OWNER, ledger.account(OWNER).Sequence).key)!;
    const vault = ledger.vault(ledger.createVault(USD_ISSUE, { AssetsMaximum: number(5n), Data: 'AB', Scale: 3 }));
    assert.deepEqual([vault.Account, vault.Owner, vault.Scale, vault.Data], [address, OWNER, 3, 'AB']);
    assert.deepEqual([vault.WithdrawalPolicy, textOfNumber(vault.AssetsMaximum)], [1, '5']);
    const account = ledger.account(address);
    assert.deepEqual([account.Flags, account.Sequence, account.Balance], [PSEUDO_ACCOUNT_FLAGS, 0, 0n]);
    assert.deepEqual([account.VaultID, account.OwnerCount], [vault.index, 2]);
    const shares = ledger.issuance(vault.ShareMPTID)!;
    assert.deepEqual([shares.Issuer, shares.AssetScale, shares.Sequence], [address, 3, 1]);
    assert.equal(shares.ReferenceHolding, ledger.line(address, ISSUER)?.index);
    assert.equal(ledger.account(OWNER).OwnerCount, before + 3);
    assert.equal(ledger.token(vault.ShareMPTID, OWNER)?.Flags, 0);
  });

  test('gives whole tokens a million shares, and what has no fractions one for each unit', () => {
    const ledger = new VaultLedger();
    const scales = [XRP_ISSUE, USD_ISSUE, ledger.mpt()].map((asset) => ledger.vault(ledger.createVault(asset)).Scale);
    assert.deepEqual(scales, [undefined, 6, undefined]);
  });

  test('makes shares that move or not, and ask or not', () => {
    const ledger = new VaultLedger();
    const share = EntryFlags.MPTokenIssuance;
    const movable = share.lsfMPTCanEscrow | share.lsfMPTCanTrade | share.lsfMPTCanTransfer;
    const flags = [0, tfVaultPrivate, tfVaultShareNonTransferable].map((Flags) => {
      const vault = ledger.vault(ledger.createVault(XRP_ISSUE, { Flags }));
      return [ledger.issuance(vault.ShareMPTID)?.Flags, vault.Flags, ledger.token(vault.ShareMPTID, OWNER)?.Flags];
    });
    const authorized = EntryFlags.MPToken.lsfMPTAuthorized;
    assert.deepEqual(flags, [
      [movable, 0, 0],
      [movable | share.lsfMPTRequireAuth, EntryFlags.Vault.lsfVaultPrivate, authorized],
      [0, 0, 0],
    ]);
  });

  const MALFORMED: readonly StObject[] = [
    { Data: '' },
    { Data: '00'.repeat(257) },
    { WithdrawalPolicy: 2 },
    { DomainID: ZERO_HASH, Flags: tfVaultPrivate },
    { DomainID: ANY_ID },
    { AssetsMaximum: number(-1n) },
    { MPTokenMetadata: '' },
    { MPTokenMetadata: '00'.repeat(1025) },
    { Scale: 1 },
    { Asset: USD_ISSUE, Scale: 19 },
    { Asset: { mptIssuanceId: '00'.repeat(24) }, Scale: 1 },
  ];
  for (const fields of MALFORMED) {
    test(`refuses ${JSON.stringify(Object.keys(fields))} that are malformed`, () => {
      assert.equal(new VaultLedger().result(create(fields)), 'temMALFORMED');
    });
  }

  test('refuses what nobody could hold or pass on', () => {
    const ledger = new VaultLedger();
    const still = ledger.mpt({ Flags: Create.tfMPTCanLock });
    assert.equal(ledger.result(create({ Asset: { mptIssuanceId: '00'.repeat(24) } })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(create({ Asset: still })), 'tecNO_AUTH');
    assert.equal(ledger.result(create({ Asset: { ...USD_ISSUE, issuer: testAccount('Q') } })), 'terNO_ACCOUNT');
    assert.equal(ledger.result(create({ Asset: { ...USD_ISSUE, issuer: ALICE } })), 'terNO_RIPPLE');
  });

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

  test('wants the reserve of two objects', () => {
    const ledger = new VaultLedger();
    const { OwnerCount: count } = ledger.account(OWNER);
    const reserve = 1_000_000n + BigInt(count + 2) * 200_000n;
    ledger.view.rawReplace({ ...ledger.account(OWNER), Balance: reserve - 1n });
    assert.equal(ledger.result(create({})), 'tecINSUFFICIENT_RESERVE');
  });

  test('finds no address where all candidates are taken', () => {
    const ledger = new VaultLedger();
    const { key } = vaultKeylet(OWNER, ledger.account(OWNER).Sequence);
    for (let address = pseudoAccountAddress(ledger.view, key); address !== undefined; ) {
      ledger.fund(address);
      address = pseudoAccountAddress(ledger.view, key);
    }
    assert.equal(ledger.result(create({})), 'terADDRESS_COLLISION');
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
  test('ends an empty vault with all that belongs to it', () => {
    for (const kind of ['drops', 'tokens', 'units']) {
      const ledger = new VaultLedger();
      const asset = kind === 'drops' ? XRP_ISSUE : kind === 'tokens' ? USD_ISSUE : ledger.mpt();
      const { OwnerCount: before } = ledger.account(OWNER);
      const id = ledger.createVault(asset);
      const vault = ledger.vault(id);
      ledger.expect('tesSUCCESS', remove(id));
      assert.equal(ledger.read(accountKeylet(vault.Account)), undefined);
      assert.equal(ledger.issuance(vault.ShareMPTID), undefined);
      assert.equal(ledger.account(OWNER).OwnerCount, before);
    }
  });

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

  test('keeps a vault whose account has got something of its own', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    ledger.view.rawReplace({ ...ledger.account(ledger.vault(id).Account), OwnerCount: 2 });
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
  });
});

describe('VaultDeposit', () => {
  test('moves assets in and shares out, for each kind of asset', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const drops = ledger.createVault();
    assert.equal(ledger.deposit(drops, ALICE, 50n), 'tesSUCCESS');
    assert.deepEqual(ledger.books(drops, ALICE), ['50', '50', 50n]);
    const dollars = ledger.createVault(USD_ISSUE);
    assert.equal(ledger.deposit(dollars, ALICE, usd('12.5')), 'tesSUCCESS');
    assert.deepEqual(ledger.books(dollars, ALICE), ['12.5', '12.5', 12_500_000n]);
    assert.equal(ledger.held(ALICE, ISSUER), '987.5');
    const tickets = ledger.createVault(mpt);
    assert.equal(ledger.deposit(tickets, ALICE, units(mpt.mptIssuanceId, 7n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(tickets, ALICE), ['7', '7', 7n]);
    assert.equal(ledger.deposit(dollars, ISSUER, usd('1')), 'tesSUCCESS');
  });

  test('takes only what whole shares cost', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE, { Scale: 0 });
    assert.equal(ledger.deposit(id, ALICE, usd('2')), 'tesSUCCESS');
    assert.equal(ledger.deposit(id, BOB, usd('1.9')), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, ALICE, BOB), ['3', '3', 2n, 1n]);
    assert.equal(ledger.held(BOB, ISSUER), '999');
    assert.equal(ledger.deposit(id, BOB, usd('0.9')), 'tecPRECISION_LOSS');
  });

  test('refuses what is malformed, missing, or of another asset', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(ZERO_HASH, ALICE, 1n), 'temMALFORMED');
    assert.equal(ledger.deposit(id, ALICE, 0n), 'temBAD_AMOUNT');
    assert.equal(ledger.deposit(ANY_ID, ALICE, 1n), 'tecNO_ENTRY');
    assert.equal(ledger.deposit(id, ALICE, usd('1')), 'tecWRONG_ASSET');
    assert.equal(ledger.deposit(id, ALICE, 100_000_000n), 'tecINSUFFICIENT_FUNDS');
  });

  test('keeps the limit', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(XRP_ISSUE, { AssetsMaximum: number(10n) });
    assert.equal(ledger.deposit(id, ALICE, 11n), 'tecLIMIT_EXCEEDED');
    assert.equal(ledger.deposit(id, ALICE, 10n), 'tesSUCCESS');
  });

  test('has no room for more shares than there can be', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE, { Scale: 18 });
    assert.equal(ledger.deposit(id, ALICE, usd('10')), 'tecPATH_DRY');
    assert.equal(ledger.deposit(id, ALICE, usd('9')), 'tesSUCCESS');
  });

  test('refuses dust that the vault or the depositor’s line would not notice', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE, { Scale: 18 });
    assert.equal(ledger.deposit(id, ALICE, usd('0.0000000000001')), 'tecPRECISION_LOSS');
    assert.equal(ledger.deposit(id, BOB, usd('9')), 'tesSUCCESS');
    assert.equal(ledger.deposit(id, ALICE, usd('0.0000000000000001')), 'tecPRECISION_LOSS');
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

  test('needs no flag to receive, but one to pass on', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    ledger.amend(ledger.issuance(mpt.mptIssuanceId), { Flags: Create.tfMPTCanLock });
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 1n)), 'tecNO_AUTH');
    assert.equal(ledger.deposit(id, ISSUER, units(mpt.mptIssuanceId, 1n)), 'tesSUCCESS');
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

  test('wants permission to hold the asset', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    const issuance = ledger.issuance(mpt.mptIssuanceId)!;
    ledger.amend(issuance, { Flags: issuance.Flags | EntryFlags.MPTokenIssuance.lsfMPTRequireAuth });
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 1n)), 'tecNO_AUTH');
  });

  test('wants the reserve for shares', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    ledger.view.rawReplace({ ...ledger.account(ALICE), Balance: 1_700_000n, OwnerCount: 3 });
    assert.equal(ledger.deposit(id, ALICE, 1n), 'tecINSUFFICIENT_RESERVE');
  });
});

describe('VaultWithdraw', () => {
  test('pays for shares or takes shares for a payment, and ends empty holdings', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE);
    assert.equal(ledger.deposit(id, ALICE, usd('10')), 'tesSUCCESS');
    assert.equal(ledger.deposit(id, BOB, usd('10')), 'tesSUCCESS');
    assert.equal(ledger.withdraw(id, ALICE, usd('4')), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, ALICE), ['16', '16', 6_000_000n]);
    assert.equal(ledger.withdraw(id, ALICE, ledger.shares(id, 6_000_000n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, ALICE), ['10', '10', undefined]);
    assert.equal(ledger.held(ALICE, ISSUER), '1000');
    assert.equal(ledger.withdraw(id, BOB, usd('10'), { Destination: ALICE }), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, BOB), ['0', '0', undefined]);
    assert.equal(ledger.held(ALICE, ISSUER), '1010');
  });

  test('makes losses that are expected count, but not for who has all shares', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    for (const holder of [ALICE, BOB]) assert.equal(ledger.deposit(id, holder, 100n), 'tesSUCCESS');
    const lent = ledger.vault(id);
    ledger.amendVault(id, { LossUnrealized: number(50n), AssetsAvailable: number(150n) });
    ledger.view.rawReplace({ ...ledger.account(lent.Account), Balance: 150n });
    assert.equal(ledger.withdraw(id, ALICE, ledger.shares(id, 100n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, BOB), ['125', '75', 100n]);
    assert.equal(ledger.withdraw(id, BOB, ledger.shares(id, 100n)), 'tecINSUFFICIENT_FUNDS');
    assert.equal(ledger.withdraw(id, BOB, ledger.shares(id, 40n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, BOB), ['75', '25', 60n]);
  });

  test('pays the last shares only when no losses are expected any more', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(id, ALICE, 100n), 'tesSUCCESS');
    ledger.amendVault(id, { LossUnrealized: number(10n) });
    assert.equal(ledger.withdraw(id, ALICE, ledger.shares(id, 100n)), 'tefINTERNAL');
  });

  test('leaves the owner an empty holding', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault();
    assert.equal(ledger.deposit(id, OWNER, 100n), 'tesSUCCESS');
    assert.equal(ledger.withdraw(id, OWNER, ledger.shares(id, 100n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, OWNER), ['0', '0', 0n]);
  });

  test('leaves no dust behind the last shares', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE, { Scale: 0 });
    assert.equal(ledger.deposit(id, ALICE, usd('3')), 'tesSUCCESS');
    ledger.amendVault(id, { AssetsTotal: number(10n), AssetsAvailable: number(10n) });
    ledger.pay(ISSUER, ALICE, '1', ISSUER);
    const line = ledger.line(ledger.vault(id).Account, ISSUER)!;
    const sign = line.Balance.mantissa < 0n ? '-10' : '10';
    const { mantissa, exponent } = usd(sign) as typeof line.Balance;
    ledger.view.rawReplace({ ...line, Balance: { ...line.Balance, mantissa, exponent } });
    assert.equal(ledger.withdraw(id, ALICE, ledger.shares(id, 3n)), 'tesSUCCESS');
    assert.deepEqual(ledger.books(id, ALICE), ['0', '0', undefined]);
    assert.equal(ledger.held(ALICE, ISSUER), '1008');
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

  test('asks whether the destination takes it', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE);
    assert.equal(ledger.deposit(id, ALICE, usd('10')), 'tesSUCCESS');
    const { Flags: usual } = ledger.account(BOB);
    const withFlags = (flags: number, fields: StObject = {}): Ter => {
      ledger.view.rawReplace({ ...ledger.account(BOB), Flags: (usual | flags) >>> 0 });
      return ledger.withdraw(id, ALICE, usd('1'), { Destination: BOB, ...fields });
    };
    assert.equal(withFlags(Bits.lsfRequireDestTag), 'tecDST_TAG_NEEDED');
    assert.equal(withFlags(Bits.lsfRequireDestTag, { DestinationTag: 1 }), 'tesSUCCESS');
    assert.equal(withFlags(Bits.lsfDepositAuth), 'tecNO_PERMISSION');
    assert.equal(withFlags(0), 'tesSUCCESS');
    ledger.trust(BOB, ISSUER, '1000');
    assert.equal(withFlags(0), 'tecNO_LINE');
    ledger.fund(testAccount('Q'));
    assert.equal(ledger.withdraw(id, ALICE, usd('1'), { Destination: testAccount('Q') }), 'tecNO_LINE');
    assert.equal(ledger.withdraw(id, ALICE, usd('1'), { Destination: ISSUER }), 'tesSUCCESS');
  });

  test('gives units back although they may not be passed on, but not locked ones', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    const amount = units(mpt.mptIssuanceId, 2n);
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 9n)), 'tesSUCCESS');
    ledger.amend(ledger.issuance(mpt.mptIssuanceId), { Flags: Create.tfMPTCanLock });
    assert.equal(ledger.withdraw(id, ALICE, amount), 'tesSUCCESS');
    ledger.amend(ledger.token(mpt.mptIssuanceId, BOB), { Flags: 1 });
    assert.equal(ledger.withdraw(id, ALICE, amount, { Destination: BOB }), 'tecLOCKED');
    ledger.fund(testAccount('Q'));
    assert.equal(ledger.withdraw(id, ALICE, amount, { Destination: testAccount('Q') }), 'tecNO_AUTH');
    ledger.amend(ledger.token(mpt.mptIssuanceId, ALICE), { Flags: 1 });
    assert.equal(ledger.withdraw(id, ALICE, amount), 'tecLOCKED');
  });
});

describe('VaultClawback', () => {
  test('takes from a holder what the issuer wants, or all', () => {
    const ledger = new VaultLedger();
    const id = ledger.createVault(USD_ISSUE);
    assert.equal(ledger.deposit(id, ALICE, usd('10')), 'tesSUCCESS');
    ledger.expect('tesSUCCESS', clawback(id, { Amount: usd('4') }));
    assert.deepEqual(ledger.books(id, ALICE), ['6', '6', 6_000_000n]);
    ledger.expect('tesSUCCESS', clawback(id));
    assert.deepEqual(ledger.books(id, ALICE), ['0', '0', undefined]);
    assert.equal(ledger.held(ALICE, ISSUER), '990');
    assert.equal(ledger.result(clawback(id)), 'tecPRECISION_LOSS');
  });

  test('takes no more than the vault has at hand', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 100n)), 'tesSUCCESS');
    ledger.amendVault(id, { AssetsAvailable: number(30n) });
    ledger.amend(ledger.token(mpt.mptIssuanceId, ledger.vault(id).Account), { MPTAmount: 30n });
    ledger.expect('tesSUCCESS', clawback(id));
    assert.deepEqual(ledger.books(id, ALICE), ['70', '0', 70n]);
  });

  test('takes whole shares for what is at hand, rounded down', () => {
    const ledger = new VaultLedger();
    const mpt = ledger.mpt() as { mptIssuanceId: string };
    const id = ledger.createVault(mpt);
    assert.equal(ledger.deposit(id, ALICE, units(mpt.mptIssuanceId, 100n)), 'tesSUCCESS');
    ledger.amendVault(id, { AssetsTotal: number(70n), AssetsAvailable: number(30n) });
    ledger.amend(ledger.token(mpt.mptIssuanceId, ledger.vault(id).Account), { MPTAmount: 30n });
    ledger.expect('tesSUCCESS', clawback(id));
    assert.deepEqual(ledger.books(id, ALICE), ['41', '1', 58n]);
  });

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

  test('must say what it takes where issuer and owner are one', () => {
    const ledger = new VaultLedger();
    const { key } = vaultKeylet(ISSUER, ledger.account(ISSUER).Sequence);
    ledger.expect('tesSUCCESS', create({ Account: ISSUER, Asset: USD_ISSUE }));
    assert.equal(ledger.result(clawback(key)), 'tecWRONG_ASSET');
  });
});
