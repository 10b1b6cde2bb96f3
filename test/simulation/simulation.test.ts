/**
 * A few runs of the simulation. `npm run simulate -- --seed 1 --runs 5000` runs thousands; with `--wild`, of all
 * transaction types.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFuzzLedger } from '../../fuzz/fuzz-ledger.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env } from '../support/env.ts';
import { auditDirectories } from './audit-directories.ts';
import { auditDrops, auditPooledTokens } from './audit-holdings.ts';
import { auditLedger, stateLeavesOf } from './audit-ledger.ts';
import { auditOwnerCounts } from './audit-owners.ts';
import { auditReserves } from './audit-reserves.ts';
import { auditTree } from './audit-tree.ts';
import { CAST } from './cast.ts';
import { compareStates, openingModel } from './compare-states.ts';
import { FaultyStore } from './faulty-store.ts';
import { planOf, runPlan, shorten } from './run-plan.ts';
import { runWild } from './wild-run.ts';

const FIRST_SEED = 1000;
const RUNS = 4;

describe('simulated servers', () => {
  test('have the results of the model through faults, restarts and clock jumps', async () => {
    let submissions = 0;
    let faults = 0;
    const hashes: unknown[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      const { failure, figures, hash } = await runPlan(planOf(seed));
      hashes.push(hash);
      assert.equal(failure, undefined, `seed ${seed}: ${failure?.error}; npm run simulate -- --seed ${seed} --runs 1`);
      submissions += figures.submissions;
      faults += figures.faults;
    }
    assert.ok(submissions > 150 && faults > 1, `${submissions} submissions and ${faults} faults`);
    assert.ok(hashes[0] !== undefined);
    assert.equal((await runPlan(planOf(FIRST_SEED))).hash, hashes[0], 'the second run of a seed equals the first');
  });
});

describe('wild runs', () => {
  test('keep ledgers valid with transactions of every type, and repeat exactly', async () => {
    const first = await runWild(FIRST_SEED);
    assert.ok(
      first.submissions > 300 && first.ledgers > 10,
      `${first.submissions} submissions, ${first.ledgers} ledgers`,
    );
    assert.ok((first.results.get('tesSUCCESS') ?? 0) > 20 && first.results.size > 30);
    assert.equal((await runWild(FIRST_SEED)).hash, first.hash);
  });
});

describe('a failing plan', () => {
  test('is shortened as far as possible', async () => {
    const impossible = { do: 'ask', party: 99 } as const;
    const plan = [...planOf(FIRST_SEED).slice(0, 12), impossible];
    const { failure } = await runPlan(plan);
    assert.equal(failure?.plan.length, plan.length);
    assert.deepEqual((await shorten(failure)).plan, [impossible]);
  });
});

describe('the checks of the simulation', () => {
  test('reject a wrong sum of drops, owner count or directory', async () => {
    const store = new MemoryStore();
    const env = await Env.create({ store });
    await env.fund(100, ...CAST.slice(0, 2));
    env.submit(CAST[0]!, { TransactionType: 'TicketCreate', TicketCount: 2 }, 'tesSUCCESS');
    await env.close();
    const state = new Map(auditLedger(store, env.node.validated.ledgerIndex));
    const model = openingModel(state, CAST);
    assert.throws(() => compareStates(state, model, CAST), /accounts/, 'the model has no tickets');
    const { sequence } = model.accounts.get(0)!;
    for (const ticket of [sequence - 2, sequence - 1]) model.accounts.get(0)!.tickets.add(ticket);
    compareStates(state, model, CAST);
    model.accounts.get(1)!.drops += 1n;
    assert.throws(() => compareStates(state, model, CAST), /accounts/);
    const ticket = [...state].find(([, { LedgerEntryType }]) => LedgerEntryType === 'Ticket')!;
    state.delete(ticket[0]);
    assert.throws(() => auditDirectories(state), /directory of/);
    await env.stop();
  });

  test('reject tokens that were not issued, lines without a reserve, and offers in no book', async () => {
    const env = await createFuzzLedger();
    const { store, validated } = env.node;
    const state = auditLedger(store, validated.ledgerIndex);
    const changed = (type: string, fields: StObject): Map<string, StObject> => {
      const [key, entry] = [...state].find(([, { LedgerEntryType }]) => LedgerEntryType === type)!;
      return new Map(state).set(key, { ...entry, ...fields });
    };
    assert.throws(() => auditPooledTokens(changed('MPToken', { MPTAmount: 5n })), /what is outstanding of/);
    assert.throws(() => auditPooledTokens(changed('MPTokenIssuance', { LockedAmount: 5n })), /what is locked of/);
    assert.throws(() => auditDrops(changed('Escrow', { Amount: 5n }), validated.totalDrops), /all drops are somewhere/);
    assert.throws(
      () => auditOwnerCounts(changed('NFTokenPage', { LedgerEntryType: 'DirectoryNode' })),
      /owner count of/,
    );
    assert.throws(() => auditDirectories(changed('Offer', { BookNode: 7n })), /directory of/);
    assert.throws(() => auditDirectories(changed('NFTokenOffer', { NFTokenID: '00'.repeat(32) })), /directory of/);
    await env.stop();
  });

  test('reject an account that owns more than its reserve allows', () => {
    const account = CAST[0]!.id;
    const transactionOf = (drops: bigint, TransactionType = 'TicketCreate') => ({
      blob: encodeObject({ TransactionType, Account: account }),
      metadata: encodeObject({
        AffectedNodes: [
          {
            ModifiedNode: {
              LedgerEntryType: 'AccountRoot',
              PreviousFields: { Balance: drops, OwnerCount: 2 },
              FinalFields: { Account: account, OwnerCount: 4 },
            },
          },
        ],
      }),
    });
    auditReserves([transactionOf(1_800_000n), transactionOf(1n, 'Payment')]);
    assert.throws(() => auditReserves([transactionOf(1_799_999n)]), /1799999 drops for 4 entries/);
  });

  test('reject records of the stored tree that are wrong, missing or obsolete', async () => {
    const store = new FaultyStore();
    const env = await Env.create({ store });
    await env.fund(100, ...CAST);
    const header = env.node.validated;
    const leaves = stateLeavesOf(store, header.ledgerIndex);
    auditTree(store, header, leaves);
    assert.throws(() => auditTree(store, header, leaves.slice(1)), /leaves of the stored tree/);
    store.treePaths.add('0123');
    assert.throws(() => auditTree(store, header, leaves), /earlier tree/);
    assert.throws(() => auditTree(new FaultyStore(), header, leaves), /there is a stored node/);
    assert.throws(() => auditTree(store, { ...header, accountHash: header.hash }, leaves), /the stored node at ''/);
  });
});
