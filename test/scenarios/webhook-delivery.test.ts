/** How webhooks are delivered: order, repeated attempts, dead letters, restarts, and a chain that goes back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MASTER, party } from '../support/env.ts';
import { HookedLedger, type SentEvent, settingsFor, webhookEnv } from '../support/hooked-ledger.ts';
import { openMarkedJournal } from '../support/marked-journal.ts';

const alice = party('alice');
const [one, many] = [settingsFor([alice]), settingsFor([alice], { attempts: 100 })];
const amounts = (events: readonly SentEvent[]) => events.map(({ data }) => Number(data.amount));
const isHere = (amount: number) => (event: SentEvent) =>
  Number(event.data.amount) === amount ? 'it answers 500' : undefined;

/** Pays these amounts to Alice in one ledger. */
async function pay(hooked: HookedLedger, ...drops: readonly number[]): Promise<void> {
  for (const Amount of drops.map(BigInt)) {
    hooked.env.submit(MASTER, { TransactionType: 'Payment', Destination: alice.id, Amount }, 'tesSUCCESS');
  }
  await hooked.env.close();
}

describe('an endpoint that does not take an event', () => {
  test('gets it again after a time that doubles, and no other event meanwhile', async () => {
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [many]);
    hooked.answer = () => 'it answers 500';
    await pay(hooked, 1, 2);
    await hooked.attempted(1);
    for (const [count, seconds] of [0.5, 1, 2, 4, 8].entries()) {
      hooked.env.clock.advanceMs(seconds * 1000 - 1);
      await hooked.attempted(count + 1);
      assert.equal(hooked.requests.length, count + 1);
      hooked.env.clock.advanceMs(1);
      await hooked.attempted(count + 2);
    }
    assert.deepEqual(new Set(hooked.requests.map(({ body }) => body)).size, 1);
    const { failures, failed_attempts, lag_ledgers, last_failure } = hooked.status();
    assert.deepEqual([failures, failed_attempts, lag_ledgers, last_failure?.reason], [6, 6, 1, 'it answers 500']);
    assert.equal(hooked.log.length, 1, 'the log has the first failure only');
    hooked.answer = () => undefined;
    hooked.env.clock.advance(16);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2]);
    assert.equal(hooked.status().last_failure, undefined);
    assert.deepEqual(
      hooked.log.map((line) => line.split(' {')[0]),
      ['a webhook endpoint does not take an event; it is sent again', 'a webhook endpoint takes events again'],
    );
    assert.doesNotMatch(JSON.stringify([hooked.log, hooked.status()]), /hush/);
  });

  test('waits 15 minutes at most', async () => {
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [many]);
    hooked.answer = () => 'it answers 500';
    await pay(hooked, 1);
    for (let count = 1; count <= 14; count++) {
      await hooked.attempted(count);
      assert.ok(hooked.env.clock.dueInMs[0]! <= 900_000);
      hooked.env.clock.advance(900);
    }
  });

  test('has a dead letter after the limit, and gets the next event', async () => {
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [one]);
    hooked.answer = isHere(2);
    await pay(hooked, 1, 2, 3);
    for (let count = 2; count <= 4; count++) {
      await hooked.attempted(count);
      hooked.env.clock.advance(10);
    }
    assert.deepEqual(amounts(await hooked.delivered()), [1, 3]);
    const { deadLetters } = hooked.outbox.endpoints.get('desk')!;
    assert.deepEqual(
      deadLetters.map(({ attempts, reason, type }) => [attempts, reason, type]),
      [[3, 'it answers 500', 'payment.received']],
    );
    await hooked.restart([one]);
    assert.equal(hooked.status().dead_letters, 1);

    hooked.outbox.endpoints.get('desk')!.retry(undefined);
    await hooked.attempted(6);
    assert.deepEqual(
      hooked.outbox.endpoints.get('desk')!.deadLetters.map(({ attempts }) => attempts),
      [4],
    );
    hooked.answer = () => undefined;
    assert.equal(hooked.outbox.endpoints.get('desk')!.retry('no such letter'), 0);
    assert.equal(hooked.outbox.endpoints.get('desk')!.retry(deadLetters[0]!.id), 1);
    await hooked.attempted(7);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 3, 2]);
    assert.equal(hooked.status().dead_letters, 0);
    await hooked.restart([one]);
    assert.equal(hooked.status().dead_letters, 0);
    assert.equal(hooked.taken[2]?.id, deadLetters[0]?.id);
  });

  test('gets its dead letters before the event that waits', async () => {
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [one]);
    hooked.answer = () => 'it answers 500';
    await pay(hooked, 1, 2);
    for (let count = 1; count <= 4; count++) {
      await hooked.attempted(count);
      hooked.env.clock.advance(count === 4 ? 0 : 10);
    }
    hooked.answer = () => undefined;
    hooked.outbox.endpoints.get('desk')!.retry(undefined);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2]);
  });

  test('does not hold up another endpoint', async () => {
    const other = settingsFor([alice], { name: 'other' });
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [many, other]);
    const bodies: string[] = [];
    hooked.answer = (event) => {
      bodies.push(String(event.data.amount));
      return bodies.length % 2 === 1 ? 'it answers 500' : undefined;
    };
    await pay(hooked, 1);
    await hooked.delivered('other');
    assert.equal(hooked.status('desk').lag_ledgers, 1);
  });
});

describe('an endpoint', () => {
  test('begins after the ledger that is the last one when it is new, or where its settings say', async () => {
    const env = await webhookEnv({}, alice);
    const settings = [one, settingsFor([alice], { name: 'all', startLedger: 1 })];
    const hooked = await HookedLedger.create(env, settings);
    await hooked.delivered('all');
    assert.deepEqual(amounts(hooked.taken), [1_000_000_000]);
    await hooked.restart([settingsFor([alice], { name: 'all', startLedger: 1 })]);
    await pay(hooked, 5);
    await hooked.delivered('all');
    assert.deepEqual(amounts(hooked.taken), [1_000_000_000, 5]);
  });

  test('gets events of ledgers that closed while it was not served, and none twice', async () => {
    const env = await webhookEnv({}, alice);
    const hooked = await HookedLedger.create(env, [one]);
    await pay(hooked, 1, 2);
    await hooked.delivered();
    await hooked.outbox.stop();
    for (let drops = 3; drops < 203; drops++) await pay(hooked, drops);
    await hooked.restart([one]);
    const expected = Array.from({ length: 202 }, (_, at) => at + 1);
    assert.deepEqual(amounts(await hooked.delivered()), expected);
  });

  test('continues in the middle of a ledger', async () => {
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [many]);
    const never = new Promise<undefined>(() => {});
    hooked.answer = ({ data }) => (data.amount === '3' ? never : undefined);
    await pay(hooked, 1, 2, 3, 4);
    await hooked.attempted(3);
    hooked.answer = () => undefined;
    await hooked.restart([settingsFor([alice], { events: new Set(['payment.received', 'channel.expiring']) })]);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2, 3, 4]);
  });

  test('sends nothing while the journal cannot be written, and repeats at most the last event', async () => {
    const journal = openMarkedJournal();
    const hooked = await HookedLedger.create(await webhookEnv({}, alice), [many], journal);
    journal.isFull = true;
    await pay(hooked, 1, 2);
    await hooked.attempted(1);
    assert.deepEqual(amounts(hooked.taken), [1]);
    for (let attempt = 0; attempt < 5; attempt++) {
      hooked.env.clock.advance(5);
      await hooked.attempted(1);
    }
    assert.deepEqual(amounts(hooked.taken), [1]);
    assert.deepEqual(
      hooked.log.map((line) => line.split(' {')[0]),
      ['webhooks cannot be delivered; it tries again'],
    );
    journal.isFull = false;
    hooked.env.clock.advance(5);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2]);
    journal.isFull = true;
    await pay(hooked, 3);
    await hooked.attempted(3);
    journal.isFull = false;
    await hooked.restart([many]);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2, 3, 3]);
    await hooked.outbox.stop();
    assert.equal(journal.isClosed, true);
  });
});

describe('on a chain that returns to an earlier ledger, an endpoint', () => {
  const bench = () => webhookEnv({ isTestBench: true }, alice);

  test('gets an event that says which events are void, and then the new ones', async () => {
    const hooked = await HookedLedger.create(await bench(), [one]);
    await pay(hooked, 1);
    const kept = hooked.env.node.validated;
    await pay(hooked, 2);
    await pay(hooked, 3);
    await hooked.delivered();
    const discarded = hooked.env.node.validated;
    await hooked.env.node.revert(kept.ledgerIndex);
    await hooked.delivered();
    await pay(hooked, 4);
    const events = await hooked.delivered();
    assert.deepEqual(amounts(events.filter(({ type }) => type === 'payment.received')), [1, 2, 3, 4]);
    assert.equal(events[3]?.type, 'chain.reverted');
    assert.deepEqual(events[3]?.data, {
      ledger_index: kept.ledgerIndex,
      ledger_hash: kept.hash,
      network_id: 0,
      discarded_ledger_index: discarded.ledgerIndex,
      discarded_ledger_hash: discarded.hash,
    });
  });

  test('gets no such event if none is void', async () => {
    const hooked = await HookedLedger.create(await bench(), [one]);
    const first = hooked.env.node.validated;
    await pay(hooked, 1);
    await hooked.delivered();
    for (let ledger = 0; ledger < 3; ledger++) await hooked.close();
    await hooked.env.node.revert(first.ledgerIndex + 1);
    await pay(hooked, 2);
    assert.deepEqual(amounts(await hooked.delivered()), [1, 2]);
  });

  test('gets the same payment again, as another event', async () => {
    const hooked = await HookedLedger.create(await bench(), [one]);
    const { ledgerIndex } = hooked.env.node.validated;
    const pays = { TransactionType: 'Payment', Destination: alice.id, Amount: 9n, LastLedgerSequence: 50 };
    hooked.env.submit(MASTER, pays, 'tesSUCCESS');
    await hooked.close();
    await hooked.env.node.revert(ledgerIndex);
    hooked.env.submit(MASTER, pays, 'tesSUCCESS');
    await hooked.close(hooked.env.nowSeconds + 100);
    const [before, reverted, after] = hooked.taken;
    assert.equal(reverted?.type, 'chain.reverted');
    assert.equal(before?.data.hash, after?.data.hash);
    assert.notEqual(before?.id, after?.id);
  });

  test('notices it after a restart, also when it returned far', async () => {
    const hooked = await HookedLedger.create(await bench(), [one]);
    const { ledgerIndex } = hooked.env.node.validated;
    for (let drops = 1; drops <= 100; drops++) await pay(hooked, drops);
    await hooked.delivered();
    await hooked.outbox.stop();
    await hooked.env.node.revert(ledgerIndex + 40);
    await hooked.restart([one]);
    await hooked.delivered();
    const at = hooked.taken.findIndex(({ type }) => type === 'chain.reverted');
    const { ledger_index } = hooked.taken[at]!.data as { ledger_index: number };
    assert.equal(at, 100);
    assert.ok(ledger_index <= ledgerIndex + 40 && ledger_index > ledgerIndex);
    assert.deepEqual(
      hooked.taken.slice(at + 1).map(({ id }) => id),
      hooked.taken.slice(ledger_index - ledgerIndex, 40).map(({ id }) => id),
      'what is sent again has the same ids',
    );
  });

  test('gets none of the void dead letters', async () => {
    const hooked = await HookedLedger.create(await bench(), [settingsFor([alice], { attempts: 1 })]);
    hooked.answer = isHere(2);
    await pay(hooked, 1);
    const kept = hooked.env.node.validated;
    await pay(hooked, 2);
    await hooked.delivered();
    assert.equal(hooked.status().dead_letters, 1);
    await hooked.env.node.revert(kept.ledgerIndex);
    await hooked.attempted(3);
    assert.equal(hooked.status().dead_letters, 0);
  });

  test('begins at the same index if its first ledger is gone', async () => {
    const hooked = await HookedLedger.create(await bench(), [one]);
    await hooked.env.node.revert(2);
    for (let ledger = 0; ledger < 2; ledger++) await hooked.close();
    await hooked.env.fund(5_000, alice);
    await pay(hooked, 7);
    assert.deepEqual(amounts(await hooked.delivered()), [5_000_000_000, 7]);
  });
});
