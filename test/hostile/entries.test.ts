/**
 * The id of an entry in place of an id of another type, after the entry was read by everything that could cache it. It is
 * never accepted as another type, and the entry stays unchanged.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sign } from '../../src/crypto/signature.ts';
import { chooseAmendments } from '../../src/ledger/chosen-amendments.ts';
import { ENTRY_TYPES } from '../../src/protocol/tables/entry-types.ts';
import { channelClaimMessage } from '../../src/protocol/transaction/channel-claim.ts';
import type { Hash256, StObject } from '../../src/protocol/values.ts';
import { ENTRY_TYPE_BY_REQUEST_NAME } from '../../src/rpc/params/entry-type-param.ts';
import { transactionTypeOf } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { auditLedger } from '../simulation/audit-ledger.ts';
import { MASTER, type Party } from '../support/env.ts';
import { ALICE, BOB, createFilledServer, type FilledServer, ISSUER } from '../support/filled-server.ts';
import type { Answer } from '../support/rpc-call.ts';

/** Entry types that only these transaction types create. */
const MAKERS: Readonly<Record<string, string>> = {
  AMM: 'AMMCreate',
  Bridge: 'XChainCreateBridge',
  Delegate: 'DelegateSet',
  Loan: 'LoanSet',
  LoanBroker: 'LoanBrokerSet',
  NFTokenOffer: 'NFTokenCreateOffer',
  NFTokenPage: 'NFTokenMint',
  Vault: 'VaultCreate',
  XChainOwnedClaimID: 'XChainCreateClaimID',
};
/** Types that one sender cannot create: they need validators, witnesses, or both parties of a loan. */
const OUT_OF_REACH = ['Loan', 'NegativeUNL', 'XChainOwnedCreateAccountClaimID'];
const isMade = (type: string) => !(type in MAKERS) || transactionTypeOf(MAKERS[type]!) !== undefined;
const TYPES = Object.keys(ENTRY_TYPES).filter((type) => isMade(type) && !OUT_OF_REACH.includes(type));
const SENDERS = [ALICE, BOB, ISSUER];
const CLOSE = 0x00020000;
const RENEW = 0x00010000;

describe('the id of an entry', () => {
  let filled: FilledServer;
  before(async () => {
    // No transaction waits in the queue.
    const queue = { minimumTxnInLedger: 100_000 };
    const genesis = { amendments: chooseAmendments(['+PermissionDelegationV1_1']) };
    filled = await createFilledServer({ isFurnished: true, queue, genesis });
  });
  after(async () => {
    await filled.env.close();
    auditLedger(filled.env.node.store, filled.env.node.validated.ledgerIndex);
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await filled.stop();
  });

  const submit = async (who: Party, fields: StObject): Promise<Answer> =>
    (await filled.call('submit', { tx_blob: bytesToHex(filled.env.sign(who, fields).blob) })).result;

  /** Reads the entry in the open ledger and in closed ones. */
  const warm = async (type: string, key: Hash256) => {
    for (const ledger_index of ['current', 'validated', 'closed']) {
      for (const binary of [true, false]) {
        const { result } = await filled.call('ledger_entry', { index: key, ledger_index, binary });
        assert.equal(result.index ?? result.node?.index, key);
        if (!binary) assert.equal(result.node.LedgerEntryType, type);
      }
    }
    filled.env.node.openLedger.view.readAny(key);
  };

  test('is tried for each type', () => {
    assert.deepEqual([...filled.entryKeys.keys()].sort(), TYPES.sort());
  });

  for (const [turn, type] of TYPES.entries()) {
    test(`of type ${type} is of no other type in transactions`, async () => {
      const key = filled.entryKeys.get(type)!;
      await warm(type, key);
      const before = JSON.stringify(
        (await filled.call('ledger_entry', { index: key, binary: true })).result.node_binary,
      );
      const claim = { TransactionType: 'PaymentChannelClaim', Channel: key };
      const fund = { TransactionType: 'PaymentChannelFund', Channel: key, Amount: 1n };
      const payment = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n };
      const signature = sign(channelClaimMessage(key, 5n), ALICE.keys);
      const signed = { Balance: 5n, Amount: 5n, Signature: signature, PublicKey: ALICE.keys.publicKey };
      const isChannel = type === 'PayChannel';
      const claims: readonly StObject[] = [
        claim,
        { ...claim, Flags: CLOSE },
        { ...claim, Flags: RENEW },
        { ...claim, Balance: 5n },
        { ...claim, ...signed },
        { ...claim, ...signed, Flags: CLOSE },
      ];
      const rows: readonly (readonly [StObject, string])[] = [
        ...(isChannel ? [] : claims.map((fields) => [fields, 'tecNO_TARGET'] as const)),
        ...(isChannel ? [] : [fund, { ...fund, Expiration: 2 ** 32 - 1 }].map((one) => [one, 'tecNO_ENTRY'] as const)),
        [{ ...payment, CredentialIDs: [key] }, 'tecBAD_CREDENTIALS'],
        [{ ...payment, CredentialIDs: [key, key] }, 'temMALFORMED'],
        [{ ...payment, DomainID: key }, 'tecNO_PERMISSION'],
        [{ ...claim, CredentialIDs: [key] }, 'tecBAD_CREDENTIALS'],
        [
          { TransactionType: 'AccountDelete', Destination: MASTER.id, Fee: 200_000n, CredentialIDs: [key] },
          'tecBAD_CREDENTIALS',
        ],
        [{ ...payment, AccountTxnID: key }, 'tefWRONG_PRIOR'],
      ];
      // The channel's accounts matter for the channel only.
      for (const who of isChannel ? SENDERS : [SENDERS[turn % SENDERS.length]!]) {
        for (const [fields, expected] of rows) {
          const { engine_result } = await submit(who, fields);
          assert.equal(engine_result, expected, `${JSON.stringify(Object.keys(fields))} of ${who.address}`);
        }
      }
      if (['AccountRoot', 'LedgerHashes', 'DirectoryNode'].includes(type)) return;
      const { result } = await filled.call('ledger_entry', { index: key, binary: true });
      assert.equal(JSON.stringify(result.node_binary), before, 'the entry is as it was');
    });

    test(`of type ${type} is of no other type in requests`, async () => {
      const key = filled.entryKeys.get(type)!;
      for (const [name, wanted] of Object.entries(ENTRY_TYPE_BY_REQUEST_NAME)) {
        const { result } = await filled.call('ledger_entry', { [name]: key });
        if (result.status === 'success') assert.equal(wanted, type, `${name} shows its own type`);
        else if (wanted !== type) assert.match(result.error, /^(unexpectedLedgerType|malformed[A-Za-z]+)$/, name);
      }
      const claim = { channel_id: key, amount: '5', public_key: ALICE.keys.publicKey };
      const signature = sign(channelClaimMessage(key, 5n), ALICE.keys);
      const verdict = await filled.call('channel_verify', { ...claim, signature, channel_state: true });
      assert.equal(verdict.result.signature_verified, true);
      if (type !== 'PayChannel') assert.equal(verdict.result.redeemable, false);
      const refused: readonly (readonly [string, object, string])[] = [
        ['tx', { transaction: key }, 'txnNotFound'],
        ['transaction_entry', { tx_hash: key, ledger_index: 'validated' }, 'transactionNotFound'],
        ['ledger', { ledger_hash: key }, 'lgrNotFound'],
        ['nft_buy_offers', { nft_id: key }, 'objectNotFound'],
        ...(type === 'Vault' ? [] : [['vault_info', { vault_id: key }, 'entryNotFound'] as const]),
        ['feature', { feature: key }, 'badFeature'],
        [
          'deposit_authorized',
          { source_account: ALICE.address, destination_account: BOB.address, credentials: [key] },
          'badCredentials',
        ],
        ['account_info', { account: key }, 'actMalformed'],
        ['account_channels', { account: MASTER.address, marker: `${key},0` }, 'invalidParams'],
        ['account_lines', { account: MASTER.address, marker: `${key},0` }, 'invalidParams'],
        ['account_offers', { account: MASTER.address, marker: `${key},0` }, 'invalidParams'],
        ['account_objects', { account: MASTER.address, marker: `${key},${key}` }, 'invalidParams'],
        ['ledger_entry', { directory: { dir_root: key, sub_index: 1 } }, 'entryNotFound'],
      ];
      for (const [method, params, error] of refused) {
        const { result } = await filled.call(method, params);
        assert.equal(result.error, error, `${method} ${JSON.stringify(params)}`);
      }
    });
  }
});
