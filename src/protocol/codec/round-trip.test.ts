import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encode, XrplDefinitions } from 'ripple-binary-codec';
import { arbitraryObject, arbitraryValue } from '../../../test/support/arbitrary-object.ts';
import { TRIES_EVERY_CASE } from '../../../test/support/every-case.ts';
import { bytesToHex } from '../../util/hex.ts';
import { objectFromJson } from '../json/from-json.ts';
import { decodeToJson, objectToJson } from '../json/to-json.ts';
import { FIELD_TYPE_CODES } from '../tables/field-table.ts';
import { FIELDS } from '../tables/fields.ts';
import { terName } from '../tables/ter.ts';
import { ledgerEntryTypeName, transactionTypeName } from '../tables/type-codes.ts';
import type { StObject } from '../values.ts';
import { decodeObject } from './decode.ts';
import { encodeObject } from './encode.ts';

const SCENARIOS = new URL('../../../vectors/scenarios/', import.meta.url);

/** Our table, for the fields that the other codec's own table lacks; `fields.test.ts` compares the two tables. */
const definitions = new XrplDefinitions({
  TYPES: FIELD_TYPE_CODES,
  FIELDS: FIELDS.map(({ name, type, nth, isSerialized, isSigning, isVl }) => [
    name,
    { nth, isVLEncoded: isVl, isSerialized, isSigningField: isSigning, type },
  ]),
  LEDGER_ENTRY_TYPES: codesOf(ledgerEntryTypeName),
  TRANSACTION_TYPES: codesOf(transactionTypeName),
  TRANSACTION_RESULTS: codesOf(terName),
});
// Its constructor makes the permission names too late for the field that needs them.
definitions.associateTypes({});

describe('the binary codec, both ways', () => {
  test('an object of any fields survives encoding and decoding', () => {
    fc.assert(
      fc.property(arbitraryObject(), (object) => {
        assert.deepEqual(decodeObject(encodeObject(object)), object);
      }),
      { seed: 1, numRuns: TRIES_EVERY_CASE ? 300 : 120 },
    );
  });

  test('the JSON of an object gives the same bytes through ripple-binary-codec', () => {
    fc.assert(
      fc.property(arbitraryObject(), (object) => {
        assert.equal(theirEncoding(object), bytesToHex(encodeObject(object)));
      }),
      { seed: 2, numRuns: TRIES_EVERY_CASE ? 300 : 120 },
    );
  });

  for (const field of FIELDS.filter(({ isSerialized }) => isSerialized)) {
    test(`${field.name} agrees with ripple-binary-codec`, () => {
      fc.assert(
        fc.property(arbitraryValue(field), (value) => {
          const object = { [field.name]: value } as StObject;
          const bytes = encodeObject(object);
          assert.equal(theirEncoding(object), bytesToHex(bytes));
          assert.deepEqual(decodeObject(bytes), object);
        }),
        { seed: 3, numRuns: TRIES_EVERY_CASE ? 5 : 3 },
      );
    });
  }

  test('JSON input that is our own JSON output gives the same object', () => {
    fc.assert(
      fc.property(arbitraryObject(0), (object) => {
        assert.deepEqual(objectFromJson(JSON.parse(JSON.stringify(objectToJson(object))), 'tx_json'), object);
      }),
      { seed: 4, numRuns: TRIES_EVERY_CASE ? 300 : 120 },
    );
  });

  test('the order of keys does not change the bytes', () => {
    fc.assert(
      fc.property(arbitraryObject(), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        assert.deepEqual(encodeObject(reversed), encodeObject(object));
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test('every recorded transaction and its metadata keep their bytes, in memory and through JSON', () => {
    let count = 0;
    for (const hex of recordedBlobs()) {
      const bytes = Buffer.from(hex, 'hex');
      assert.equal(bytesToHex(encodeObject(decodeObject(bytes))), hex);
      assert.equal(bytesToHex(encodeObject(objectFromJson(decodeToJson(bytes), 'tx_json'))), hex);
      count++;
    }
    assert.ok(count > 500, `only ${count} blobs found`);
  });
});

function theirEncoding(object: StObject): string {
  return encode(objectToJson(object) as Record<string, unknown>, definitions);
}

function codesOf(nameOf: (code: number) => string | undefined): Record<string, number> {
  const names = Array.from({ length: 256 }, (_, code) => [nameOf(code), code] as const);
  return Object.fromEntries(names.filter(([name]) => name !== undefined));
}

function* recordedBlobs(): Generator<string> {
  for (const file of readdirSync(SCENARIOS)) {
    for (const line of readFileSync(new URL(file, SCENARIOS), 'utf8').split('\n')) {
      if (line === '') continue;
      const { kind, txs } = JSON.parse(line);
      if (kind === 'close') for (const { tx_blob, meta } of txs) yield* [tx_blob, meta];
    }
  }
}
