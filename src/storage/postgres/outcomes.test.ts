import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConnectionLostError, type Effect, endsConnection, errorOf, isConflict } from './outcomes.ts';

/** As the driver gives an error that the server reported. */
function reported(code: string): Error {
  return Object.assign(new Error(`about ${code}`), { code, severity: 'ERROR' });
}

const LOST = new ConnectionLostError('no answer');
/** From the table of error codes in PostgreSQL's manual: shutdown, crash, and the timeouts that end a session. */
const ENDINGS = ['57P01', '57P02', '57P05', '25P03', '25P04'];
const SYSTEM = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

describe('an error of PostgreSQL', () => {
  test("reports an unknown outcome of a write without the server's answer", () => {
    const rows: (readonly [Error, Effect, string])[] = [
      [LOST, 'writes', 'UnknownOutcomeError'],
      [SYSTEM, 'writes', 'UnknownOutcomeError'],
      [LOST, 'reads', 'UnreachableError'],
      [SYSTEM, 'reads', 'UnreachableError'],
      // The server ends the connection; the commit may wait for a standby.
      ...ENDINGS.map((code) => [reported(code), 'writes', 'UnknownOutcomeError'] as const),
      [reported('57P01'), 'reads', 'UnreachableError'],
      [reported('40003'), 'writes', 'UnknownOutcomeError'],
      [reported('08007'), 'writes', 'UnknownOutcomeError'],
    ];
    for (const [error, effect, name] of rows) assert.equal(errorOf(error, effect).name, name, error.message);
  });

  test('is for a while where the server refused: a lock, no room, a standby, a conflict', () => {
    for (const code of ['55P03', '57014', '57P03', '53100', '53300', '58030', '25006', '40001', '40P01', '08006'])
      assert.equal(errorOf(reported(code), 'writes').name, 'UnreachableError', code);
  });

  test('is for the operator else', () => {
    for (const code of ['42P01', '42501', '23505', '22001'])
      assert.equal(errorOf(reported(code), 'writes').name, 'StoreError', code);
  });

  test('can be tried again at once after a conflict alone', () => {
    assert.deepEqual(
      ['40001', '40P01', '55P03', '40003'].map((code) => isConflict(reported(code))),
      [true, true, false, false],
    );
    assert.equal(isConflict(LOST), false);
  });

  test('ends the connection where nothing can be asked on it any more, or nothing written', () => {
    const ending = [LOST, SYSTEM, ...[...ENDINGS, '57P03', '25006', '08006'].map(reported)];
    for (const error of ending) assert.equal(endsConnection(error), true, error.message);
    for (const code of ['55P03', '40001', '42P01', '53100']) assert.equal(endsConnection(reported(code)), false, code);
  });
});
