import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AMENDMENTS, amendmentByName } from '../../protocol/tables/amendments.ts';
import { AccountSetFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { transactionFormat } from '../../protocol/tables/formats.ts';
import { TRANSACTION_TYPES, type TransactionTypeRecord } from '../../protocol/tables/transaction-types.ts';
import { SENT_TYPES, transactionTypeOf } from './table.ts';

const RECORDS: Readonly<Record<string, TransactionTypeRecord>> = TRANSACTION_TYPES;
/** The status of amendments whose types Weir has. */
const IN_TABLE: readonly string[] = ['active', 'optional'];
/**
 * Amendment → the effect of it that is visible in the tables. Only amendments without a new transaction type, and no
 * fixes.
 */
const SHOWN_ELSEWHERE: Readonly<Record<string, () => boolean>> = {
  DeepFreeze: () => 'tfSetDeepFreeze' in TransactionFlags.TrustSet,
  NFTokenMintOffer: () => transactionFormat('NFTokenMint')!.byName.has('Amount'),
  PermissionedDEX: () => transactionFormat('OfferCreate')!.byName.has('DomainID'),
  TokenEscrow: () => 'asfAllowTrustLineLocking' in AccountSetFlags,
  XRPFees: () => transactionFormat('SetFee')!.byName.has('BaseFeeDrops'),
};

describe('the table of transaction types', () => {
  test('has the types whose amendments a chain can have, and no others', () => {
    const missing = Object.entries(RECORDS).filter(([name, { amendment, isPseudo }]) => {
      const isInForce = amendment === undefined || IN_TABLE.includes(amendmentByName(amendment)!.status);
      return isPseudo === undefined && isInForce !== (transactionTypeOf(name) !== undefined);
    });
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    );
  });

  test('shows each feature that is in force on a new chain', () => {
    const brought = new Set(SENT_TYPES.map((name) => RECORDS[name]!.amendment));
    const features = AMENDMENTS.filter(({ name, status }) => status === 'active' && !name.startsWith('fix'));
    assert.ok(features.length > 15);
    for (const { name } of features) assert.ok(brought.has(name) || SHOWN_ELSEWHERE[name]?.(), name);
  });

  test('names amendments that there are', () => {
    for (const { amendment } of Object.values(RECORDS)) {
      assert.ok(amendment === undefined || amendmentByName(amendment) !== undefined, amendment);
    }
  });
});
