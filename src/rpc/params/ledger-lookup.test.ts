import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerReader, OpenLedgerReader } from '../../node/ledger-node.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { lookupLedger } from './ledger-lookup.ts';

const HASH_3 = 'AB'.repeat(32);
const HASH_4 = 'CD'.repeat(32);

/** Has the closed ledgers 3 and 4. */
function reader(): LedgerReader {
  const headers = new Map<number, LedgerHeader>();
  headers.set(3, { ledgerIndex: 3, hash: HASH_3 } as LedgerHeader);
  headers.set(4, { ledgerIndex: 4, hash: HASH_4 } as LedgerHeader);
  const indexes = new Map([...headers.values()].map((header) => [header.hash, header.ledgerIndex]));
  return {
    validated: headers.get(4),
    store: {
      header: (index: number) => headers.get(index),
      ledgerRange: () => ({ first: 3, last: 4 }),
      ledgerIndexByHash: (hash: string) => indexes.get(hash),
    },
    view: (ledgerIndex: number) => (headers.has(ledgerIndex) ? { isOpen: false, ledgerIndex } : undefined),
  } as unknown as LedgerReader;
}

const openLedger = { view: { isOpen: true, ledgerIndex: 5 } } as unknown as OpenLedgerReader;

const lookup = (params: JsonObject) => lookupLedger({ params, reader: reader(), openLedger });
const CLOSED_3 = { ledger_hash: HASH_3, ledger_index: 3, validated: true };
const CLOSED_4 = { ledger_hash: HASH_4, ledger_index: 4, validated: true };
const OPEN_5 = { ledger_current_index: 5, validated: false };

describe('the ledger of a request', () => {
  test('is the open one when none is named', () => {
    const { view, header, validated, fields } = lookup({});
    assert.deepEqual(fields, OPEN_5);
    assert.equal(view.isOpen, true);
    assert.equal(header, undefined);
    assert.equal(validated, false);
  });

  const FOUND: readonly (readonly [JsonObject, JsonObject])[] = [
    [{ ledger_index: 'current' }, OPEN_5],
    [{ ledger_index: '' }, OPEN_5],
    [{ ledger_index: 5 }, OPEN_5],
    [{ ledger_index: '+3' }, CLOSED_3],
    [{ ledger_hash: HASH_3.toLowerCase() }, CLOSED_3],
    [{ ledger: HASH_4 }, CLOSED_4],
    [{ ledger: 'validated' }, CLOSED_4],
    [{ ledger: 3 }, CLOSED_3],
  ];
  for (const [params, fields] of FOUND) {
    test(`is found by ${JSON.stringify(params)}`, () => assert.deepEqual(lookup(params).fields, fields));
  }

  const REFUSED: readonly (readonly [JsonObject, string, string])[] = [
    [{ ledger_index: 99 }, 'lgrNotFound', 'ledgerNotFound'],
    [{ ledger_index: '4294967296' }, 'invalidParams', "Invalid field 'ledger_index', not string or number."],
    [{ ledger_index: null }, 'invalidParams', "Invalid field 'ledger_index', not string or number."],
    [{ ledger_index: [] }, 'invalidParams', "Invalid field 'ledger_index', not string or number."],
    [{ ledger: true }, 'invalidParams', "Invalid field 'ledger', not string or number."],
    [{ ledger: 'Z'.repeat(64) }, 'invalidParams', "Invalid field 'ledger', not hex string."],
    [{ ledger_hash: 7 }, 'invalidParams', "Invalid field 'ledger_hash', not hex string."],
    [{ ledger_hash: '0' }, 'lgrNotFound', 'ledgerNotFound'],
    [{ ledger_hash: 'EF'.repeat(32) }, 'lgrNotFound', 'ledgerNotFound'],
    [
      { ledger_hash: HASH_3, ledger_index: 3 },
      'invalidParams',
      "Exactly one of 'ledger_hash' or 'ledger_index' can be specified.",
    ],
    [
      { ledger: 3, ledger_index: 3 },
      'invalidParams',
      "Exactly one of 'ledger', 'ledger_hash', or 'ledger_index' can be specified.",
    ],
  ];
  for (const [params, token, message] of REFUSED) {
    test(`is refused as ${token} for ${JSON.stringify(params)}`, () => {
      assert.throws(() => lookup(params), { token, message });
    });
  }
});
