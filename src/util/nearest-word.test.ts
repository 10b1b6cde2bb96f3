import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearestWord, suggestion } from './nearest-word.ts';

const WORDS = ['account_info', 'account_lines', 'ledger', 'ledger_accept', 'ping', 'start', 'tx'];

describe('the nearest word', () => {
  for (const [typed, meant] of [
    ['acount_info', 'account_info'],
    ['account_infos', 'account_info'],
    ['account-lines', 'account_lines'],
    ['ACCOUNT_INFO', 'account_info'],
    ['strat', 'start'],
    ['legder', 'ledger'],
    ['pnig', 'ping'],
    ['xyz', undefined],
    ['tt', undefined],
    ['', undefined],
  ] as const) {
    test(`to '${typed}' is ${meant ?? 'none'}`, () => assert.equal(nearestWord(typed, WORDS), meant));
  }

  test('is offered only if there is one', () => {
    assert.equal(suggestion('strat', WORDS), ", did you mean 'start'?");
    assert.equal(suggestion('xyz', WORDS), '');
  });
});
