import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerTurns } from './ledger-turns.ts';

const withResolvers = () => Promise.withResolvers<void>();

test('work runs at once while nothing is unfinished, otherwise in the order of arrival', async () => {
  let pauses = 0;
  const turns = new LedgerTurns(() => {
    pauses += 1;
    return undefined;
  });
  assert.equal(
    turns.run(() => 'at once'),
    'at once',
  );
  const done: string[] = [];
  const note = (name: string) => () => {
    done.push(name);
    return name;
  };
  const [close, secondClose] = [withResolvers(), withResolvers()];
  const all = [
    turns.run(() => close.promise.then(note('close'))),
    turns.run(note('a')),
    turns.run(() => secondClose.promise.then(note('second close'))),
    turns.run(note('b')),
  ];
  secondClose.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(done, []);
  close.resolve();
  await turns.finished();
  assert.deepEqual(done, ['close', 'a', 'second close', 'b']);
  assert.deepEqual(await Promise.all(all), done);
  assert.equal(pauses, 3, 'work that waited has a share of each turn of the event loop');
  assert.equal(
    turns.run(() => 'at once again'),
    'at once again',
  );
});

test('work that fails does not stop what waits for it', async () => {
  const turns = new LedgerTurns(() => undefined);
  const thrown = () => {
    throw new Error('thrown');
  };
  assert.throws(() => turns.run(thrown), /thrown/);
  assert.equal(
    turns.run(() => 1),
    1,
  );
  const rejected = turns.run(() => Promise.reject(new Error('rejected')));
  const late = turns.run(thrown);
  const next = turns.run(() => 2);
  await assert.rejects(async () => rejected, /rejected/);
  await assert.rejects(async () => late, /thrown/);
  assert.equal(await next, 2);
});
