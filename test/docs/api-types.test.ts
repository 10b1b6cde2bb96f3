/** The exported types have the methods and transaction types of the tables. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestMethod, RequestParams } from '../../dist/types/request-types.d.ts';
import type { SentTransaction } from '../../dist/types/sent-transactions.d.ts';
import { sentTransactions } from '../../scripts/sent-transactions.ts';
import { type MethodName, methodTable, type RequestOf } from '../../src/rpc/table.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';

/** True if each type is assignable to the other. */
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

describe('the generated types', () => {
  test('have the methods and parameters that the table of methods has', () => {
    const names: Same<RequestMethod, MethodName> = true;
    const params: { readonly [Name in MethodName]: Same<RequestParams<Name>, RequestOf<Name>> } = Object.fromEntries(
      [...methodTable.keys()].map((name) => [name, true]),
    ) as Record<MethodName, true>;
    assert.ok(names && Object.keys(params).length > 50);
  });

  test('have every type of transaction that may be sent', () => {
    const types = new Set<SentTransaction['TransactionType']>(SENT_TYPES as SentTransaction['TransactionType'][]);
    assert.equal(types.size, SENT_TYPES.length);
    const text = sentTransactions();
    for (const name of SENT_TYPES) assert.ok(text.includes(`TransactionType: '${name}';`), name);
  });
});
