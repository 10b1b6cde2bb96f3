/** How webhooks are delivered: order, repeated attempts, dead letters, restarts, and a chain that goes back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MASTER, party } from '../support/env.ts';
import { openMarkedJournal } from '../support/marked-journal.ts';
import { type SentEvent, settingsFor, WebhookWorld, webhookEnv } from '../support/webhook-world.ts';

const alice = party('alice');
const [one, many] = [settingsFor([alice]), settingsFor([alice], { attempts: 100 })];
const amounts = (events: readonly SentEvent[]) => events.map(({ data }) => Number(data.amount));
const isHere = (amount: number) => (event: SentEvent) =>
  Number(event.data.amount) === amount ? 'it answers 500' : undefined;

/** Pays these amounts to Alice in one ledger. */
async function pay(world: WebhookWorld, ...drops: readonly number[]): Promise<void> {
  for (const Amount of drops.map(BigInt)) {
    world.env.submit(MASTER, { TransactionType: 'Payment', Destination: alice.id, Amount }, 'tesSUCCESS');
  }
  await world.env.close();
}

describe('an endpoint that does not take an event', () => {
  test('gets it again after a time that doubles, and no other event meanwhile', async () => {
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [many]);
    world.answer = () => 'it answers 500';
    await pay(world, 1, 2);
    await world.attempted(1);
    for (const [count, seconds] of [0.5, 1, 2, 4, 8].entries()) {
      world.env.clock.advanceMs(seconds * 1000 - 1);
      await world.attempted(count + 1);
      assert.equal(world.requests.length, count + 1);
      world.env.clock.advanceMs(1);
      await world.attempted(count + 2);
    }
    assert.deepEqual(new Set(world.requests.map(({ body }) => body)).size, 1);
    const { failures, failed_attempts, lag_ledgers, last_failure } = world.status();
    assert.deepEqual([failures, failed_attempts, lag_ledgers, last_failure?.reason], [6, 6, 1, 'it answers 500']);
    assert.equal(world.log.length, 1, 'the log has the first failure only');
    world.answer = () => undefined;
    world.env.clock.advance(16);
    assert.deepEqual(amounts(await world.delivered()), [1, 2]);
    assert.equal(world.status().last_failure, undefined);
    assert.deepEqual(
      world.log.map((line) => line.split(' {')[0]),
      ['a webhook endpoint does not take an event; it is sent again', 'a webhook endpoint takes events again'],
    );
    assert.doesNotMatch(JSON.stringify([world.log, world.status()]), /hush/);
  });

  test('waits 15 minutes at most', async () => {
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [many]);
    world.answer = () => 'it answers 500';
    await pay(world, 1);
    for (let count = 1; count <= 14; count++) {
      await world.attempted(count);
      assert.ok(world.env.clock.dueInMs[0]! <= 900_000);
      world.env.clock.advance(900);
    }
  });

  test('has a dead letter after the limit, and gets the next event', async () => {
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [one]);
    world.answer = isHere(2);
    await pay(world, 1, 2, 3);
    for (let count = 2; count <= 4; count++) {
      await world.attempted(count);
      world.env.clock.advance(10);
    }
    assert.deepEqual(amounts(await world.delivered()), [1, 3]);
    const { deadLetters } = world.outbox.endpoints.get('desk')!;
    assert.deepEqual(
      deadLetters.map(({ attempts, reason, type }) => [attempts, reason, type]),
      [[3, 'it answers 500', 'payment.received']],
    );
    await world.restart([one]);
    assert.equal(world.status().dead_letters, 1);

    world.outbox.endpoints.get('desk')!.retry(undefined);
    await world.attempted(6);
    assert.deepEqual(
      world.outbox.endpoints.get('desk')!.deadLetters.map(({ attempts }) => attempts),
      [4],
    );
    world.answer = () => undefined;
    assert.equal(world.outbox.endpoints.get('desk')!.retry('no such letter'), 0);
    assert.equal(world.outbox.endpoints.get('desk')!.retry(deadLetters[0]!.id), 1);
    await world.attempted(7);
    assert.deepEqual(amounts(await world.delivered()), [1, 3, 2]);
    assert.equal(world.status().dead_letters, 0);
    await world.restart([one]);
    assert.equal(world.status().dead_letters, 0);
    assert.equal(world.taken[2]?.id, deadLetters[0]?.id);
  });

  test('gets its dead letters before the event that waits', async () => {
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [one]);
    world.answer = () => 'it answers 500';
    await pay(world, 1, 2);
    for (let count = 1; count <= 4; count++) {
      await world.attempted(count);
      world.env.clock.advance(count === 4 ? 0 : 10);
    }
    world.answer = () => undefined;
    world.outbox.endpoints.get('desk')!.retry(undefined);
    assert.deepEqual(amounts(await world.delivered()), [1, 2]);
  });

  test('does not hold up another endpoint', async () => {
    const other = settingsFor([alice], { name: 'other' });
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [many, other]);
    const bodies: string[] = [];
    world.answer = (event) => {
      bodies.push(String(event.data.amount));
      return bodies.length % 2 === 1 ? 'it answers 500' : undefined;
    };
    await pay(world, 1);
    await world.delivered('other');
    assert.equal(world.status('desk').lag_ledgers, 1);
  });
});

describe('an endpoint', () => {
  test('begins after the ledger that is the last one when it is new, or where its settings say', async () => {
    const env = await webhookEnv({}, alice);
    const settings = [one, settingsFor([alice], { name: 'all', startLedger: 1 })];
    const world = await WebhookWorld.create(env, settings);
    await world.delivered('all');
    assert.deepEqual(amounts(world.taken), [1_000_000_000]);
    await world.restart([settingsFor([alice], { name: 'all', startLedger: 1 })]);
    await pay(world, 5);
    await world.delivered('all');
    assert.deepEqual(amounts(world.taken), [1_000_000_000, 5]);
  });

  test('gets events of ledgers that closed while it was not served, and none twice', async () => {
    const env = await webhookEnv({}, alice);
    const world = await WebhookWorld.create(env, [one]);
    await pay(world, 1, 2);
    await world.delivered();
    await world.outbox.stop();
    for (let drops = 3; drops < 203; drops++) await pay(world, drops);
    await world.restart([one]);
    const expected = Array.from({ length: 202 }, (_, at) => at + 1);
    assert.deepEqual(amounts(await world.delivered()), expected);
  });

  test('continues in the middle of a ledger', async () => {
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [many]);
    const never = new Promise<undefined>(() => {});
    world.answer = ({ data }) => (data.amount === '3' ? never : undefined);
    await pay(world, 1, 2, 3, 4);
    await world.attempted(3);
    world.answer = () => undefined;
    await world.restart([settingsFor([alice], { events: new Set(['payment.received', 'channel.expiring']) })]);
    assert.deepEqual(amounts(await world.delivered()), [1, 2, 3, 4]);
  });

  test('repeats an event only if the journal does not have it', async () => {
    const journal = openMarkedJournal();
    const world = await WebhookWorld.create(await webhookEnv({}, alice), [many], journal);
    journal.isFull = true;
    await pay(world, 1, 2);
    await world.attempted(1);
    assert.deepEqual(amounts(world.taken), [1]);
    assert.match(world.log.join(), /a webhook endpoint failed; it tries again/);
    journal.isFull = false;
    world.env.clock.advance(5);
    assert.deepEqual(amounts(await world.delivered()), [1, 1, 2]);
  });
});

describe('on a chain that returns to an earlier ledger, an endpoint', () => {
  const bench = () => webhookEnv({ isTestBench: true }, alice);

  test('gets an event that says which events are void, and then the new ones', async () => {
    const world = await WebhookWorld.create(await bench(), [one]);
    await pay(world, 1);
    const kept = world.env.node.validated;
    await pay(world, 2);
    await pay(world, 3);
    await world.delivered();
    const discarded = world.env.node.validated;
    await world.env.node.revert(kept.ledgerIndex);
    await world.delivered();
    await pay(world, 4);
    const events = await world.delivered();
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
    const world = await WebhookWorld.create(await bench(), [one]);
    const first = world.env.node.validated;
    await pay(world, 1);
    await world.delivered();
    for (let ledger = 0; ledger < 3; ledger++) await world.close();
    await world.env.node.revert(first.ledgerIndex + 1);
    await pay(world, 2);
    assert.deepEqual(amounts(await world.delivered()), [1, 2]);
  });

  test('gets the same payment again, as another event', async () => {
    const world = await WebhookWorld.create(await bench(), [one]);
    const { ledgerIndex } = world.env.node.validated;
    const pays = { TransactionType: 'Payment', Destination: alice.id, Amount: 9n, LastLedgerSequence: 50 };
    world.env.submit(MASTER, pays, 'tesSUCCESS');
    await world.close();
    await world.env.node.revert(ledgerIndex);
    world.env.submit(MASTER, pays, 'tesSUCCESS');
    await world.close(world.env.nowSeconds + 100);
    const [before, reverted, after] = world.taken;
    assert.equal(reverted?.type, 'chain.reverted');
    assert.equal(before?.data.hash, after?.data.hash);
    assert.notEqual(before?.id, after?.id);
  });

  test('notices it after a restart, also when it returned far', async () => {
    const world = await WebhookWorld.create(await bench(), [one]);
    const { ledgerIndex } = world.env.node.validated;
    for (let drops = 1; drops <= 100; drops++) await pay(world, drops);
    await world.delivered();
    await world.outbox.stop();
    await world.env.node.revert(ledgerIndex + 40);
    await world.restart([one]);
    await world.delivered();
    const at = world.taken.findIndex(({ type }) => type === 'chain.reverted');
    const { ledger_index } = world.taken[at]!.data as { ledger_index: number };
    assert.equal(at, 100);
    assert.ok(ledger_index <= ledgerIndex + 40 && ledger_index > ledgerIndex);
    assert.deepEqual(
      world.taken.slice(at + 1).map(({ id }) => id),
      world.taken.slice(ledger_index - ledgerIndex, 40).map(({ id }) => id),
      'what is sent again has the same ids',
    );
  });

  test('gets none of the void dead letters', async () => {
    const world = await WebhookWorld.create(await bench(), [settingsFor([alice], { attempts: 1 })]);
    world.answer = isHere(2);
    await pay(world, 1);
    const kept = world.env.node.validated;
    await pay(world, 2);
    await world.delivered();
    assert.equal(world.status().dead_letters, 1);
    await world.env.node.revert(kept.ledgerIndex);
    await world.attempted(3);
    assert.equal(world.status().dead_letters, 0);
  });

  test('begins at the same index if its first ledger is gone', async () => {
    const world = await WebhookWorld.create(await bench(), [one]);
    await world.env.node.revert(2);
    for (let ledger = 0; ledger < 2; ledger++) await world.close();
    await world.env.fund(5_000, alice);
    await pay(world, 7);
    assert.deepEqual(amounts(await world.delivered()), [5_000_000_000, 7]);
  });
});
