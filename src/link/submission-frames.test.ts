import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Ter, terCodes } from '../protocol/tables/ter.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { ReportFrames, readReports, readSubmissions, SubmissionFrames } from './submission-frames.ts';

/** Ordinary objects; fast-check would mix in some without a prototype. */
function plainRecord<Model>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }): fc.Arbitrary<Model> {
  return fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<Model>;
}

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const submission = plainRecord({
  id: uint32,
  blob: fc.uint8Array({ maxLength: 10_000 }),
  options: plainRecord({ failHard: fc.boolean(), isAdmin: fc.boolean() }),
});
const json = fc.dictionary(
  fc.string({ maxLength: 10 }).filter((name) => name !== '__proto__'),
  fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
  { maxKeys: 3, noNullPrototype: true },
);
const state = plainRecord({
  openLedgerCostDrops: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  accountSequenceNext: uint32,
  accountSequenceAvailable: uint32,
  validatedLedgerIndex: uint32,
});
const report = plainRecord({
  outcome: plainRecord({
    result: fc.constantFrom(...(Object.keys(terCodes()) as Ter[])),
    applied: fc.boolean(),
    broadcast: fc.boolean(),
    queued: fc.boolean(),
    kept: fc.boolean(),
    ledgerState: fc.option(state, { nil: undefined }),
    reason: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
  }),
  inclusion: fc.option(plainRecord({ ledgerIndex: uint32, position: uint32, networkId: uint32 }), { nil: undefined }),
  facts: json,
});
const fault = plainRecord({
  token: fc.constantFrom('tooBusy' as const, 'highFee' as const, 'internal' as const),
  message: fc.string({ unit: 'binary' }),
  extra: json,
});

describe('frames', () => {
  test('carry submissions as they are, in their order', () => {
    fc.assert(
      fc.property(fc.array(submission, { maxLength: 20 }), (list) => {
        const frames = new SubmissionFrames();
        for (const { id, blob, options } of list) frames.add(id, blob, options);
        const read = [...readSubmissions(frames.take())].map((one) => ({ ...one, blob: new Uint8Array(one.blob) }));
        assert.deepEqual(read, list);
      }),
    );
  });

  test('carry reports and faults as they are, in their order', () => {
    const item = fc.oneof(
      report.map((value) => ({ value, isFault: false }) as const),
      fault.map((value) => ({ value, isFault: true }) as const),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(uint32, item), { maxLength: 20 }), (list) => {
        const frames = new ReportFrames();
        for (const [id, { value, isFault }] of list) {
          if (isFault) frames.addFault(id, new RpcError(value.token, value.message, value.extra));
          else frames.add(id, value);
        }
        const expected = list.map(([id, { value }]) => ({ id, value }));
        const read = [...readReports(frames.take())].map(({ id, report: got }) =>
          got instanceof RpcError
            ? { id, value: { token: got.token, message: got.message, extra: got.extra } }
            : { id, value: got },
        );
        assert.deepEqual(read, expected);
      }),
    );
  });

  test('are taken once, and begin anew in memory of their own', () => {
    const frames = new SubmissionFrames();
    assert.ok(frames.isEmpty);
    frames.add(1, Uint8Array.of(1, 2), {});
    const first = frames.take();
    assert.ok(frames.isEmpty);
    frames.add(2, Uint8Array.of(3), { failHard: true });
    const second = frames.take();
    assert.deepEqual(
      [first, second].map((bytes) => [...readSubmissions(bytes)].map(({ id, options }) => [id, options.failHard])),
      [[[1, false]], [[2, true]]],
    );
    assert.deepEqual([...readSubmissions(frames.take())], []);
  });
});
