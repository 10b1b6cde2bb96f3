import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownAnswers } from './known-answers.ts';
import { answerBytes } from './long-answer.ts';

const LEDGER = {};
const answer = (text: string) => ({ method: 'account_info', bytes: answerBytes(text) });

test('an answer is known as long as the same ledger is validated', () => {
  const known = new KnownAnswers();
  known.keep(LEDGER, 'user', 'question', answer('one'));
  assert.deepEqual(known.find(LEDGER, 'user', 'question'), answer('one'));
  assert.equal(known.find(LEDGER, 'user', 'another'), undefined);
  assert.equal(known.find(LEDGER, 'admin', 'question'), undefined);
  assert.equal(known.find({}, 'user', 'question'), undefined);
  const next = {};
  known.keep(next, 'user', 'another', answer('two'));
  assert.equal(known.find(next, 'user', 'question'), undefined);
  assert.equal(known.find(LEDGER, 'user', 'question'), undefined);
});

test('what is long is not kept, and all together have a bound', () => {
  const known = new KnownAnswers();
  known.keep(LEDGER, 'user', 'x'.repeat(1_001), answer('one'));
  known.keep(LEDGER, 'user', 'question', answer('x'.repeat(20_000)));
  assert.equal(known.find(LEDGER, 'user', 'x'.repeat(1_001)), undefined);
  assert.equal(known.find(LEDGER, 'user', 'question'), undefined);
  const isThere = (at: number) => known.find(LEDGER, 'user', String(at)) !== undefined;
  for (let at = 0; at < 1_000; at++) {
    known.keep(LEDGER, 'user', String(at), answer('x'.repeat(10_000)));
    assert.ok(isThere(at));
  }
  const kept = Array.from({ length: 1_000 }, (_, at) => isThere(at)).filter(Boolean).length;
  assert.ok(kept <= 400, `${kept} answers of 10 kB`);
});
