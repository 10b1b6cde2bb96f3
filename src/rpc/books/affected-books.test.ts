import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAccount } from '../../../test/support/test-view.ts';
import { tokens } from '../../../test/support/token-ledger.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { affectedBooks, bookKey } from './affected-books.ts';

test('A transaction concerns the books of the offers that it made, if it succeeded', () => {
  const TakerPays = tokens('5', testAccount('I'));
  const NewFields = { TakerPays, TakerGets: 10n };
  const CreatedNode = { LedgerEntryType: 'Offer', LedgerIndex: 'AB'.repeat(32), NewFields };
  const metadata = encodeObject({ TransactionIndex: 0, AffectedNodes: [{ CreatedNode }], TransactionResult: 0 });
  const { currency, issuer } = TakerPays;
  const book = { takerPays: { currency: XRP_CURRENCY }, takerGets: { currency, issuer } };
  assert.deepEqual([...affectedBooks(metadata)], [bookKey(book)], 'from the side of who takes the offer in turn');
  const failed = Buffer.from(metadata);
  failed[failed.length - 1] = 150;
  assert.deepEqual([...affectedBooks(failed)], []);
});
