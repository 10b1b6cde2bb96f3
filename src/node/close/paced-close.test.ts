/**
 * A close pauses between its steps to let other work run. That work must neither be lost nor change the closed ledger.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, type Party, party } from '../../../test/support/env.ts';
import { verifyChain } from '../../../test/support/verify-store.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import type { Pacer } from '../../util/steps.ts';

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

  test('takes submissions between its steps, each in its turn', async () => {
    const pacing = restless();
    const env = await fundedEnv(pacing.pacer);
    const first = env.account(MASTER)!.Sequence;
    let submitted = 0;
    pacing.meanwhile = () => {
      if (pacing.pauses % 4 > 0) return;
      assert.equal(
        env.node.openLedger.view.parentHash,
        env.node.validated.hash,
        'what is open follows what is validated',
      );
      env.submit(MASTER, { ...PAYMENT, Destination: PARTIES[0]!.id, Sequence: first + submitted++ }, 'tesSUCCESS');
    };
    for (const payer of PARTIES) env.submit(payer, PAYMENT, 'tesSUCCESS');
    await env.close();
    assert.ok(submitted > PARTIES.length, 'more often than there are transactions');
    pacing.meanwhile = () => {};
    await env.close();
    await env.close();
    assert.equal(env.account(MASTER)!.Sequence, first + submitted);
    assert.equal(env.node.view(env.node.validated.ledgerIndex)!.ledgerIndex, env.node.validated.ledgerIndex);
    assert.equal(env.node.openLedger.view.transactionCount, 0, 'everything is in a ledger');
    verifyChain(env.node.store);
  });

  test('keeps what was submitted meanwhile if the ledger cannot be stored', async () => {
    const pacing = restless();
    const store = new MemoryStore();
    const env = await fundedEnv(pacing.pacer, store);
    const { hash } = env.node.validated;
    env.submit(PARTIES[0]!, PAYMENT, 'tesSUCCESS');
    let isDone = false;
    pacing.meanwhile = () => {
      if (!isDone) env.submit(PARTIES[1]!, PAYMENT, 'tesSUCCESS');
      isDone = true;
    };
    const { append } = store;
    store.append = () => Promise.reject(new StoreError('the disk is full'));
    await assert.rejects(env.close(), StoreError);
    assert.equal(env.node.validated.hash, hash);
    store.append = append;
    await env.close();
    assert.equal([...store.ledgerTransactions(env.node.validated.ledgerIndex)].length, 2);
    verifyChain(store);
  });

  test('continues after any failure between the store and the next open ledger', async () => {
    const pacing = restless();
    const env = await fundedEnv(pacing.pacer);
    const { store } = env.node;
    const announced: number[] = [];
    env.node.onValidated(({ ledgerIndex }) => announced.push(ledgerIndex));
    const begun = env.node.validated.ledgerIndex;
    const left = { unopened: 0, opened: 0 };
    let paid = 0;
    const pay = (payer: Party) => {
      env.submit(payer, PAYMENT, 'tesSUCCESS');
      paid++;
    };
    for (let soundSteps = 0; ; soundSteps++) {
      for (const payer of PARTIES.slice(0, 10)) pay(payer);
      const ledgerIndex = env.node.openLedger.view.ledgerIndex;
      const late = [...PARTIES];
      let remaining = soundSteps;
      pacing.meanwhile = () => {
        const payer = late.pop();
        // They are submitted during the close, so that the next ledger starts with them.
        if (payer !== undefined) pay(payer);
        if (store.ledgerRange()!.last === ledgerIndex && remaining-- === 0) throw new StoreError('unreadable');
      };
      const failure = await env.close().then(
        () => undefined,
        ({ message }) => message,
      );
      pacing.meanwhile = () => {};
      if (failure === undefined) break;
      assert.equal(failure, 'unreadable');
      left[env.node.validated.ledgerIndex === ledgerIndex ? 'opened' : 'unopened']++;
      pay(PARTIES[30]!);
      await env.close();
    }
    assert.ok(left.unopened >= 10 && left.opened >= 3, `failed at all steps: ${JSON.stringify(left)}`);
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
