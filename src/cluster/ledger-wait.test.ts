import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { JsonObject } from '../protocol/values.ts';
import { LedgerWait, withLedgerSeen } from './ledger-wait.ts';

const MEMBER = { name: 'one', ledgerIndex: 7 };

describe('waiting for a ledger that was seen elsewhere', () => {
  let clock: TestClock;
  let wait: LedgerWait;
  let ledgerIndex: number;
  let tell: () => void;

  const demanded = (method: string, params: JsonObject) => wait.demanded({ method, params }, 1_000);

  beforeEach(() => {
    clock = new TestClock();
    ledgerIndex = 7;
    tell = () => {};
    const node = {
      get validated() {
        return { ledgerIndex };
      },
      onValidated(listener: (header: { ledgerIndex: number }) => void) {
        tell = () => listener({ ledgerIndex });
        return () => {};
      },
    } as unknown as LedgerNode;
    wait = new LedgerWait({ node, clock, onHint: () => {} });
  });

  test('is over when the ledger is there, and fails when it does not come', async () => {
    const came = demanded('ledger', { min_ledger: 8 });
    ledgerIndex = 8;
    tell();
    await came;
    const late = demanded('ledger', { min_ledger: 9 });
    clock.advanceMs(1_000);
    await assert.rejects(late!, { token: 'notSynced' });
  });

  test('reads digits as a number, and refuses what is no index', async () => {
    assert.equal(demanded('ledger', { min_ledger: '7' }), undefined);
    const late = demanded('ledger', { min_ledger: '8' });
    clock.advanceMs(1_000);
    await assert.rejects(late!, { token: 'notSynced' });
    for (const min_ledger of ['soon', '', '-1', -1, 1.5, 2 ** 32, '4294967296', null, true, [7]])
      await assert.rejects(demanded('ledger', { min_ledger })!, { token: 'invalidParams' });
  });

  test('is not asked for by the range that tx is to search', () => {
    const params = { min_ledger: 1_000, max_ledger: 1_100 };
    assert.equal(demanded('tx', params), undefined);
    assert.equal(demanded('tx', { min_ledger: 'x', max_ledger: 3 }), undefined);
    assert.ok(demanded('tx', { min_ledger: 1_000 }) !== undefined);
    assert.ok(demanded('ledger', params) !== undefined);
    assert.deepEqual(withLedgerSeen({ method: 'tx', params }, {}, MEMBER), {});
    const seen = { weir_node: 'one', weir_ledger: 7 };
    assert.deepEqual(withLedgerSeen({ method: 'tx', params: { min_ledger: 1 } }, {}, MEMBER), seen);
  });
});
