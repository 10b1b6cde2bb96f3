/** How many members have stored the ledger or submission that a leader waits for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Acknowledgements } from './acknowledgements.ts';

test('each member counts once', async () => {
  const acknowledgements = new Acknowledgements(2);
  let isDone = false;
  const done = acknowledgements.need({ kind: 'keep', key: 'a', records: [] }).then(() => {
    isDone = true;
  });
  acknowledgements.noteHas('a', 'one');
  acknowledgements.noteHas('a', 'one');
  await Promise.resolve();
  assert.deepEqual([isDone, acknowledgements.open.length], [false, 1]);
  acknowledgements.noteHas('a', 'two');
  await done;
  assert.equal(acknowledgements.open.length, 0);
});

test('nothing is waited for between the end of a lead and the next one', async () => {
  const acknowledgements = new Acknowledgements(1);
  acknowledgements.abandon();
  await assert.rejects(acknowledgements.need({ kind: 'keep', key: 'a', records: [] }), { name: 'FencedError' });
  acknowledgements.begin();
  const done = acknowledgements.need({ kind: 'keep', key: 'a', records: [] });
  acknowledgements.noteHas('a', 'one');
  await done;
});
