import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_GENESIS } from '../ledger/genesis.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { readChainParameters } from './chain-parameters.ts';
import { foundChain, needsFounding } from './found-chain.ts';

const NOW = { nowSeconds: 800_000_000 };

function hashes(store: MemoryStore): (string | undefined)[] {
  return [1, 2].map((ledgerIndex) => store.header(ledgerIndex)?.hash);
}

async function founded(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await foundChain(store, DEFAULT_GENESIS, NOW);
  return store;
}

describe('a chain is founded', () => {
  test('with its parameters and two ledgers at once, or not at all', async () => {
    const store = new MemoryStore();
    store.append = () => assert.fail('one ledger is not enough');
    store.setMetaValues = () => assert.fail('parameters are not enough');
    await foundChain(store, DEFAULT_GENESIS, NOW);
    assert.equal(needsFounding(store), false);
    assert.equal(readChainParameters(store).networkId, 0);
  });

  test('in a log, whose ledgers are the same: the parameters first, then one ledger after the other', async () => {
    const store = new MemoryStore();
    const rangesBefore: unknown[] = [];
    const log: Pick<MemoryStore, 'append'> = {
      append(ledger) {
        rangesBefore.push([readChainParameters(store).networkId, store.ledgerRange()]);
        return store.append(ledger);
      },
    };
    await foundChain(store, DEFAULT_GENESIS, { ...NOW, log });
    assert.deepEqual(rangesBefore, [
      [0, undefined],
      [0, { first: 1, last: 1 }],
    ]);
    assert.deepEqual(hashes(store), hashes(await founded()));
  });

  test('to its end where an interruption left the first ledger alone', async () => {
    const store = new MemoryStore();
    const log: Pick<MemoryStore, 'append'> = {
      append: (ledger) =>
        ledger.header.ledgerIndex === 1 ? store.append(ledger) : Promise.reject(new Error('killed')),
    };
    await assert.rejects(foundChain(store, DEFAULT_GENESIS, { ...NOW, log }), /killed/);
    assert.equal(needsFounding(store), true);
    await foundChain(store, DEFAULT_GENESIS, NOW);
    assert.deepEqual(hashes(store), hashes(await founded()));
  });
});
