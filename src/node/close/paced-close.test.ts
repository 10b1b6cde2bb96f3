/**
 * A close pauses between its steps to let other work run. That work must neither be lost nor change the closed ledger.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, type Party, party } from '../../../test/support/env.ts';
import { verifyChain } from '../../../test/support/verify-store.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import type { Awaitable } from '../../util/awaitable.ts';
import type { Pacer } from '../../util/steps.ts';
import type { SubmitOutcome } from '../open-ledger/submission.ts';

const PARTIES = Array.from({ length: 40 }, (_, number) => party(`party ${number}`));
const PAYMENT = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n };

/** A pacer that pauses at every step, where `meanwhile` happens. */
function restless(): { readonly pacer: Pacer; meanwhile: () => void; pauses: number } {
  const pacing = {
    pauses: 0,
    meanwhile: () => {},
    pacer: () => {
      pacing.pauses++;
      return Promise.resolve().then(() => pacing.meanwhile());
    },
  };
  return pacing;
}

async function fundedEnv(pacer?: Pacer, store = new MemoryStore()): Promise<Env> {
  const env = await Env.create({ store, queue: { minimumTxnInLedger: 10_000 }, ...(pacer && { pacer }) });
  await env.fund(1000, ...PARTIES);
  return env;
}

describe('a close in steps', () => {
  test('makes the same ledgers as one without pauses', async () => {
    const pacing = restless();
    const envs = [await fundedEnv(), await fundedEnv(pacing.pacer)];
    for (const env of envs) {
      for (const payer of PARTIES) env.submit(payer, PAYMENT, 'tesSUCCESS');
      await env.close();
    }
    assert.equal(envs[1]!.node.validated.hash, envs[0]!.node.validated.hash);
    assert.ok(pacing.pauses > 10 * PARTIES.length, 'it pauses for each transaction and each entry');
  });

  test('lets submissions between its steps wait for the ledger that their transactions get into', async () => {
    const pacing = restless();
    const env = await fundedEnv(pacing.pacer);

    const newcomers = Array.from({ length: 20 }, (_, number) => party(`newcomer ${number}`));
    const fund = (who: Party) =>
      env.node.submit(() =>
        env.sign(MASTER, { TransactionType: 'Payment', Destination: who.id, Amount: 100_000_000n }),
      );
    // A new account's first sequence is the index of the ledger that creates it.
    const use = (who: Party) => env.node.submit(() => env.sign(who, { TransactionType: 'AccountSet' }));
    const submitted: Promise<SubmitOutcome>[] = [];
    pacing.meanwhile = () => {
      assert.equal(
        env.node.openLedger.view.parentHash,
        env.node.validated.hash,
        'what is open follows what is validated',
      );
      const newcomer = newcomers.pop();
      if (newcomer === undefined) return;
      const [funded, used] = [fund(newcomer), use(newcomer)];
      assert.ok(funded instanceof Promise && used instanceof Promise, 'they wait');
      submitted.push(funded, used);
    };
    for (const payer of PARTIES) env.submit(payer, PAYMENT, 'tesSUCCESS');
    await env.close();
    const outcomes = await Promise.all(submitted);
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      Array(40).fill('tesSUCCESS'),
    );
    await env.close();
    for (const { transaction } of outcomes) {
      assert.equal(env.node.store.transactionLocation(transaction.id)?.ledgerIndex, env.node.validated.ledgerIndex);
    }
    assert.equal(env.node.openLedger.view.transactionCount, 0, 'everything is in a ledger');
    verifyChain(env.node.store);
  });

  test('keeps what was submitted meanwhile if the ledger cannot be stored', async () => {
    const pacing = restless();
    const store = new MemoryStore();
    const env = await fundedEnv(pacing.pacer, store);
    const { hash } = env.node.validated;
    env.submit(PARTIES[0]!, PAYMENT, 'tesSUCCESS');
    let second: Awaitable<SubmitOutcome> | undefined;
    pacing.meanwhile = () => {
      second ??= env.node.submit(env.sign(PARTIES[1]!, PAYMENT));
    };
    const { append } = store;
    store.append = () => Promise.reject(new StoreError('the disk is full'));
    await assert.rejects(env.close(), StoreError);
    assert.equal((await second)!.result, 'tesSUCCESS');
    assert.equal(env.node.validated.hash, hash);
    store.append = append;
    await env.close();
    assert.equal([...store.ledgerTransactions(env.node.validated.ledgerIndex)].length, 2);
    verifyChain(store);
  });

  test('continues after any read of the state that fails between the store and the next open ledger', async () => {
    const store = new MemoryStore();
    const env = await Env.create({ store, cachedEntries: 4, queue: { minimumTxnInLedger: 10_000 } });
    await env.fund(1000, ...PARTIES);
    const announced: number[] = [];
    env.node.onValidated(({ ledgerIndex }) => announced.push(ledgerIndex));
    const begun = env.node.validated.ledgerIndex;
    const failures = { unopened: 0, opened: 0 };
    let paid = 0;
    const pay = async (payer: Party) => {
      await env.submitFresh(payer, PAYMENT, 'tesSUCCESS');
      paid++;
    };
    const entry = store.entry.bind(store);
    for (let soundReads = 0; ; soundReads++) {
      for (const payer of PARTIES.slice(0, 10)) await pay(payer);
      // They are tried again in each new open ledger.
      for (const early of PARTIES.slice(10, 20)) {
        const Sequence = env.account(early)!.Sequence + 100;
        await env.submitFresh(early, { ...PAYMENT, Sequence }, 'terPRE_SEQ');
      }
      const { ledgerIndex } = env.node.openLedger.view;
      let remaining = soundReads;
      store.entry = (...read) => {
        if (store.ledgerRange()!.last === ledgerIndex && remaining-- === 0) throw new StoreError('unreadable');
        return entry(...read);
      };
      const failure = await env.close().then(
        () => undefined,
        ({ message }) => message,
      );
      store.entry = entry;
      if (failure === undefined) break;
      assert.equal(failure, 'unreadable');
      failures[env.node.validated.ledgerIndex === ledgerIndex ? 'opened' : 'unopened']++;
      await pay(PARTIES[30]!);
      assert.equal(env.node.validated.ledgerIndex, ledgerIndex, 'a submission meets the ledger after the stored one');
      await env.close();
    }
    assert.ok(failures.unopened >= 1 && failures.opened >= 10, `failed at all reads: ${JSON.stringify(failures)}`);
    await env.close();
    const { ledgerIndex: last } = env.node.validated;
    assert.deepEqual(
      announced,
      Array.from({ length: last - begun }, (_, number) => begun + 1 + number),
    );
    const inLedgers = announced.flatMap((ledgerIndex) => [...store.ledgerTransactions(ledgerIndex)]);
    assert.equal(inLedgers.length, paid);
    assert.equal(env.node.openLedger.view.transactionCount, 0);
    verifyChain(store);
  });
});
