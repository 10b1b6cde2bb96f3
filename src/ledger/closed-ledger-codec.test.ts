import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ClosedLedger } from './closed-ledger.ts';
import { CLOSED_LEDGER_VERSION, decodeClosedLedger, encodeClosedLedger } from './closed-ledger-codec.ts';
import { createLedgerHeader } from './ledger-header.ts';

const uint32 = fc.nat(0xffff_ffff);
const byte = fc.nat(0xff);
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase());
const bytes = fc.uint8Array({ maxLength: 300 });
const entry = fc.option(fc.uint8Array({ minLength: 1, maxLength: 300 }), { nil: undefined });

const header = fc
  .record({
    ledgerIndex: uint32,
    parentHash: hash,
    transactionHash: hash,
    accountHash: hash,
    totalDrops: fc.bigInt(0n, 2n ** 64n - 1n),
    parentCloseTimeSeconds: uint32,
    closeTimeSeconds: uint32,
    closeTimeResolutionSeconds: byte,
    closeFlags: byte,
  })
  .map(createLedgerHeader);

const ledgers: fc.Arbitrary<ClosedLedger> = fc.record({
  header,
  transactions: fc.array(fc.record({ blob: bytes, metadata: bytes }), { maxLength: 5 }),
  stateChanges: fc.array(fc.tuple(hash, entry), { maxLength: 6 }).map((rows) => new Map(rows)),
});

/** With plain arrays of bytes, and keys in order: what has to be the same. */
function plain({ header, transactions, stateChanges }: ClosedLedger) {
  return {
    header,
    transactions: transactions.map(({ blob, metadata }) => ({ blob: [...blob], metadata: [...metadata] })),
    stateChanges: [...stateChanges]
      .map(([key, value]) => ({ key, value: value && [...value] }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

const EMPTY: ClosedLedger = {
  header: createLedgerHeader({
    ledgerIndex: 7,
    parentHash: 'A'.repeat(64),
    transactionHash: 'B'.repeat(64),
    accountHash: 'C'.repeat(64),
    totalDrops: 10n ** 17n,
    parentCloseTimeSeconds: 10,
    closeTimeSeconds: 20,
    closeTimeResolutionSeconds: 10,
    closeFlags: 0,
  }),
  transactions: [],
  stateChanges: new Map(),
};

describe('the bytes of a closed ledger', () => {
  test('give back the ledger, hash and all', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const encoded = encodeClosedLedger(ledger);
        const decoded = decodeClosedLedger(encoded);
        assert.deepEqual(plain(decoded), plain(ledger));
        assert.deepEqual(encodeClosedLedger(decoded), encoded);
      }),
    );
  });

  test('are the same for any order of the changes', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const reversed = { ...ledger, stateChanges: new Map([...ledger.stateChanges].reverse()) };
        assert.deepEqual(encodeClosedLedger(reversed), encodeClosedLedger(ledger));
      }),
    );
  });

  test('are refused when cut off anywhere, and with anything behind them', () => {
    fc.assert(
      fc.property(ledgers, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 9 }), (ledger, cut, tail) => {
        const encoded = encodeClosedLedger(ledger);
        assert.throws(() => decodeClosedLedger(encoded.subarray(0, cut % encoded.length)), RangeError);
        assert.throws(() => decodeClosedLedger(Buffer.concat([encoded, tail])), /bytes? follow a closed ledger/);
      }),
    );
    const encoded = encodeClosedLedger(EMPTY);
    for (let length = 0; length < encoded.length; length++) {
      assert.throws(() => decodeClosedLedger(encoded.subarray(0, length)), /is cut off/);
    }
  });

  test('are either refused or the only form of their ledger, after any change', () => {
    fc.assert(
      fc.property(ledgers, fc.nat(), byte, (ledger, at, value) => {
        const changed = encodeClosedLedger(ledger);
        changed[at % changed.length] = value;
        let decoded: ClosedLedger;
        try {
          decoded = decodeClosedLedger(changed);
        } catch (error) {
          assert.ok(error instanceof RangeError);
          return;
        }
        assert.deepEqual(encodeClosedLedger(decoded), changed);
      }),
    );
  });

  test('have a form that is written down', () => {
    const ledger = {
      ...EMPTY,
      transactions: [{ blob: Uint8Array.of(1, 2), metadata: Uint8Array.of(3) }],
      stateChanges: new Map([
        ['F'.repeat(64), undefined],
        ['0'.repeat(64), Uint8Array.of(4)],
      ]),
    };
    const encoded = encodeClosedLedger(ledger).toString('hex');
    assert.equal(encoded.slice(0, 2), '01');
    const behindHeader = `00000001${'00000002'}0102${'00000001'}03${'00000002'}${'0'.repeat(64)}0000000104${'f'.repeat(64)}00000000`;
    assert.equal(encoded.slice(2 * 119), behindHeader);
  });

  test('of another version are refused by name', () => {
    const encoded = encodeClosedLedger(EMPTY);
    encoded[0] = CLOSED_LEDGER_VERSION + 1;
    assert.throws(() => decodeClosedLedger(encoded), /has version 2, but this Weir reads version 1/);
  });

  test('with keys out of order, or one of them twice, are refused', () => {
    const [low, high] = ['0'.repeat(64), 'F'.repeat(64)];
    const encoded = encodeClosedLedger({ ...EMPTY, stateChanges: new Map([low, high].map((key) => [key, undefined])) });
    const head = encoded.subarray(0, encoded.length - 72);
    const [first, second] = [encoded.subarray(-72, -36), encoded.subarray(-36)];
    assert.throws(() => decodeClosedLedger(Buffer.concat([head, second, first])), /ascending/);
    assert.throws(() => decodeClosedLedger(Buffer.concat([head, first, first])), /ascending/);
  });

  test('cannot be made of an entry without bytes, nor of a key that is none', () => {
    const withChange = (key: string, value: Uint8Array) => ({ ...EMPTY, stateChanges: new Map([[key, value]]) });
    assert.throws(() => encodeClosedLedger(withChange('A'.repeat(64), new Uint8Array())), /empty entry/);
    assert.throws(() => encodeClosedLedger(withChange('AB', Uint8Array.of(1))), /cannot have the key/);
  });
});
