import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { type OrderedFrontEnd, SubmissionOrder } from './submission-order.ts';

const REQUESTS_A_QUESTION = 24;

describe('the order of what several front ends submit', () => {
  let clock: TestClock;
  let order: SubmissionOrder;
  let taken: string[];
  const frontEnd = () => {
    const member = { questions: 0, askToHandOver: () => void member.questions++ };
    order.join(member);
    return member;
  };
  const submit = (from: OrderedFrontEnd, name: string, times = 1) => {
    for (let count = 0; count < times; count++) order.take(from, 1, () => taken.push(name));
  };
  /** Submits so many, and answers the first question. */
  const fill = (from: OrderedFrontEnd, times: number) => {
    submit(from, 'busy', REQUESTS_A_QUESTION + 1);
    order.handedOver(from);
    submit(from, 'busy', times - REQUESTS_A_QUESTION - 1);
  };
  beforeEach(() => {
    clock = new TestClock();
    order = new SubmissionOrder(clock);
    taken = [];
  });

  test('one front end alone is never asked', () => {
    const alone = frontEnd();
    submit(alone, 'a', 1000);
    assert.equal(taken.length, 1000);
    assert.equal(alone.questions, 0);
  });

  test('nobody gets further ahead of one that has not handed over than twice what is between two questions', () => {
    const [busy, slow] = [frontEnd(), frontEnd()];
    submit(busy, 'busy', REQUESTS_A_QUESTION);
    assert.equal(slow.questions, 0);
    submit(busy, 'busy');
    assert.equal(slow.questions, 1);
    order.handedOver(busy);
    submit(busy, 'busy', 500);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 2);
    submit(slow, 'slow', 3);
    assert.deepEqual(taken.slice(-3), ['slow', 'slow', 'slow'], 'and that goes ahead');
    order.handedOver(slow);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 3 + 3);
    assert.equal(slow.questions, 2);
  });

  test('a read waits for no other front end, and goes behind what its own has sent', () => {
    const [busy, slow, third] = [frontEnd(), frontEnd(), frontEnd()];
    fill(busy, REQUESTS_A_QUESTION * 2);
    submit(busy, 'held');
    const read = (from: OrderedFrontEnd, name: string) => order.takeRead(from, () => taken.push(name));
    read(third, 'read');
    assert.equal(taken.at(-1), 'read');
    read(busy, 'own read');
    assert.equal(taken.at(-1), 'read');
    for (const one of [busy, slow, third]) order.handedOver(one);
    assert.deepEqual(taken.slice(-3), ['read', 'held', 'own read']);
  });

  test('all that one front end sends stays in its order', () => {
    const [first, second, third] = [frontEnd(), frontEnd(), frontEnd()];
    const names = Array.from({ length: 400 }, (_, at) => String(at));
    for (const [at, name] of names.entries()) {
      submit(first, name);
      submit(second, `b ${name}`);
      if (at % 3 === 0) order.handedOver([first, second, third][(at / 3) % 3]!);
    }
    for (let round = 0; round < 100; round++) for (const member of [first, second, third]) order.handedOver(member);
    assert.deepEqual(
      taken.filter((name) => !name.startsWith('b')),
      names,
    );
    assert.equal(taken.length, 800);
  });

  test('what one sends late does not overtake what it has sent before', () => {
    const [busy, slow] = [frontEnd(), frontEnd()];
    fill(busy, REQUESTS_A_QUESTION * 2);
    submit(busy, 'held', REQUESTS_A_QUESTION * 2);
    order.handedOver(slow);
    assert.equal(busy.questions, 2);
    submit(busy, 'last');
    for (const member of [busy, slow, busy, slow]) order.handedOver(member);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 4 + 1);
    assert.equal(taken.at(-1), 'last');
  });

  test('what is waited for counts too, and each request of several that come together', () => {
    const [busy, late, third] = [frontEnd(), frontEnd(), frontEnd()];
    order.take(busy, REQUESTS_A_QUESTION, () => taken.push('all'));
    submit(busy, 'busy');
    assert.equal(third.questions, 1);
    order.handedOver(busy);
    submit(late, 'late', REQUESTS_A_QUESTION - 1);
    submit(busy, 'held');
    assert.equal(taken.at(-1), 'late');
  });

  test('one that does not answer is waited for once, and again after it answered', () => {
    const [busy, hung] = [frontEnd(), frontEnd()];
    fill(busy, 70);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 2);
    clock.advanceMs(499);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 2);
    clock.advanceMs(1);
    assert.equal(taken.length, 70);
    for (let question = 0; question < 10; question++) {
      order.handedOver(busy);
      submit(busy, 'busy', REQUESTS_A_QUESTION);
    }
    assert.equal(taken.length, 70 + 10 * REQUESTS_A_QUESTION);
    assert.equal(hung.questions, 1);
    order.handedOver(hung);
    order.handedOver(busy);
    submit(busy, 'busy', REQUESTS_A_QUESTION);
    assert.equal(hung.questions, 2);
    order.handedOver(busy);
    submit(busy, 'busy', 100);
    assert.ok(taken.length < 70 + 13 * REQUESTS_A_QUESTION);
  });

  test('one that ended is not waited for', () => {
    const [busy, dead] = [frontEnd(), frontEnd()];
    fill(busy, 90);
    assert.equal(taken.length, REQUESTS_A_QUESTION * 2);
    order.leave(dead);
    assert.equal(taken.length, 90);
    assert.deepEqual(clock.dueInMs, [], 'nothing is left to wait for');
  });
});
