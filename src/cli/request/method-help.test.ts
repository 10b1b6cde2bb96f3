import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import { methodTable } from '../../rpc/table.ts';
import { CommandError } from '../../util/command-error.ts';
import { METHOD_DOCS } from './method-docs.ts';
import { parsePositionals, wordTexts } from './method-help.ts';

const EUR = { currency: 'EUR', issuer: 'r1' };
const HASH = 'A'.repeat(64);
const ALL = { ledger_index_min: -1, ledger_index_max: -1 };

describe('words on the command line', () => {
  const MEANT: readonly (readonly [string, JsonObject])[] = [
    ['account_tx r1', { account: 'r1', ...ALL, binary: false, forward: true }],
    ['weir_drop ABC', { transaction: 'ABC' }],
    ['weir_fund r1 10XRP', { account: 'r1', amount: '10000000' }],
    ['weir_fund r1 10/USD/r2', { account: 'r1', amount: '10/USD/r2' }],
    ['weir_impersonate {"Account":"r1"}', { tx_json: { Account: 'r1' } }],
    ['weir_set_entry {"index":"A"}', { entry: { index: 'A' } }],
    ['weir_set_entry remove A noDropsAppear', { index: 'A', remove: true, override: ['noDropsAppear'] }],
    ['weir_revert 3', { snapshot: '3' }],
    ['weir_revert ledger 7', { ledger_index: 7 }],
    ['weir_snapshot funded', { name: 'funded' }],
    ['weir_clock advance 1h freeze', { advance: 3600, freeze: true }],
    ['weir_clock set 2030-01-01T00:00:00Z', { set: 946_771_200 }],
    ['weir_clock set 946771200 rate 0.5 resume', { set: 946_771_200, rate: 0.5, resume: true }],
    ['account_tx r1 descending', { account: 'r1', ...ALL, binary: false, forward: false }],
    ['account_tx r1 descending binary', { account: 'r1', ...ALL, binary: true, forward: false }],
    ['account_tx r1 5', { account: 'r1', ledger_index: 5, binary: false, forward: true }],
    ['account_tx r1 5 -1', { account: 'r1', ledger_index_min: 5, ledger_index_max: -1, binary: false, forward: true }],
    [`account_tx r1 ${HASH}`, { account: 'r1', ledger_hash: HASH, binary: false, forward: true }],
    [
      'account_tx r1 5 9 20 40 binary',
      { account: 'r1', ledger_index_min: 5, ledger_index_max: 9, limit: 20, offset: 40, binary: true, forward: true },
    ],
    ['account_info r1 validated', { account: 'r1', ledger_index: 'validated' }],
    ['ledger 7 tx', { ledger_index: 7, transactions: true, expand: true }],
    [`ledger ${HASH} full`, { ledger_hash: HASH, full: true }],
    [`tx ${HASH}`, { transaction: HASH }],
    ['tx C000000300000000 binary', { ctid: 'C000000300000000', binary: true }],
    [`tx ${HASH} 3 9`, { transaction: HASH, min_ledger: 3, max_ledger: 9 }],
    [`tx ${HASH} binary 3 9`, { transaction: HASH, binary: true, min_ledger: 3, max_ledger: 9 }],
    ['submit 1200', { tx_blob: '1200' }],
    ['submit s1 {"Fee":"1"}', { secret: 's1', tx_json: { Fee: '1' } }],
    ['book_offers EUR/r1 XRP', { taker_pays: EUR, taker_gets: { currency: 'XRP' } }],
    [
      'book_offers EUR/r1 XRP r2 validated 5',
      { taker_pays: EUR, taker_gets: { currency: 'XRP' }, taker: 'r2', ledger_index: 'validated', limit: 5 },
    ],
    [
      'book_offers EUR/r1 XRP  validated',
      { taker_pays: EUR, taker_gets: { currency: 'XRP' }, ledger_index: 'validated' },
    ],
    ['book_changes validated', { ledger_index: 'validated' }],
    ['ripple_path_find {"source_account":"r1"} current', { source_account: 'r1', ledger_index: 'current' }],
    ['feature X reject', { feature: 'X', vetoed: true }],
    ['server_info counters', { counters: true }],
    ['wallet_propose phrase', { passphrase: 'phrase' }],
    ['ledger_accept 900000000', { close_time: 900_000_000 }],
    ['account_lines r1 r2 validated', { account: 'r1', peer: 'r2', ledger_index: 'validated' }],
    ['account_lines r1  7', { account: 'r1', ledger_index: 7 }],
    [`account_channels r1 r2 ${HASH}`, { account: 'r1', destination_account: 'r2', ledger_hash: HASH }],
    [`channel_authorize s1 ${HASH} 1000`, { secret: 's1', channel_id: HASH, amount: '1000' }],
    [
      `channel_authorize phrase ed25519 ${HASH} 1000`,
      { passphrase: 'phrase', key_type: 'ed25519', channel_id: HASH, amount: '1000' },
    ],
    [
      `channel_verify aB1 ${HASH} 1000 30ff`,
      { public_key: 'aB1', channel_id: HASH, amount: '1000', signature: '30ff' },
    ],
    [
      `channel_verify aB1 ${HASH} 1000 30ff channel_state 60`,
      {
        public_key: 'aB1',
        channel_id: HASH,
        amount: '1000',
        signature: '30ff',
        channel_state: true,
        min_seconds_left: 60,
      },
    ],
    [`ledger_entry ${HASH} 7`, { index: HASH, ledger_index: 7 }],
    [`transaction_entry ${HASH} 7`, { tx_hash: HASH, ledger_index: 7 }],
    ['deposit_authorized r1 r2', { source_account: 'r1', destination_account: 'r2' }],
    [
      `deposit_authorized r1 r2 validated ${HASH} ${HASH}`,
      { source_account: 'r1', destination_account: 'r2', ledger_index: 'validated', credentials: [HASH, HASH] },
    ],
    ['fetch_info clear', { clear: true }],
    ['gateway_balances validated r1 r2 r3', { ledger_index: 'validated', account: 'r1', hotwallet: ['r2', 'r3'] }],
    [`gateway_balances ${HASH} r1`, { ledger_hash: HASH, account: 'r1' }],
    ['get_counts 10', { min_count: 10 }],
    ['ledger_header 7', { ledger_index: 7 }],
    [`ledger_request ${HASH}`, { ledger_hash: HASH }],
    ['manifest nHB1', { public_key: 'nHB1' }],
    [`server_definitions ${HASH}`, { hash: HASH }],
    ['sign s1 {} CounterpartySignature', { secret: 's1', tx_json: {}, signature_target: 'CounterpartySignature' }],
    [
      'submit s1 {} offline CounterpartySignature',
      { secret: 's1', tx_json: {}, offline: true, signature_target: 'CounterpartySignature' },
    ],
    ['sign_for r1 s1 {} offline', { account: 'r1', secret: 's1', tx_json: {}, offline: true }],
    ['simulate {"Fee":"1"} binary', { tx_json: { Fee: '1' }, binary: true }],
    ['submit_multisigned {"Fee":"1"}', { tx_json: { Fee: '1' } }],
    ['tx_history 20', { start: 20 }],
    [`vault_info ${HASH} 7`, { vault_id: HASH, ledger_index: 7 }],
  ];
  test('become parameters', () => {
    for (const [line, params] of MEANT) {
      const [method, ...words] = line.split(' ');
      assert.deepEqual(parsePositionals(method!, words), params, line);
    }
  });

  const WRONG: readonly string[] = [
    'account_tx',
    'weir_revert ledger x',
    'weir_fund r1 10',
    'weir_impersonate r1',
    'weir_set_entry remove',
    'weir_clock advance soon',
    'weir_clock rate fast',
    'weir_clock freeze freeze',
    'account_tx r1 x',
    'deposit_authorized r1',
    'deposit_authorized r1 r2 bogus',
    'gateway_balances validated',
    'gateway_balances bogus r1',
    'get_counts few',
    'ledger_request bogus',
    'sign hush {} hush hush',
    'sign_for r1 hush {} now',
    'simulate {} hex',
    'submit_multisigned hush',
    'tx_history -1',
    'account_tx r1 5 9 -3',
    'account_tx r1 5 9 10 20 30',
    'account_info r1 bogus',
    'account_info r1 7 8',
    'ledger 7 half',
    `tx ${HASH} 3`,
    'submit s1 []',
    'feature X maybe',
    'ping x',
    'account_lines r1 validated',
    'account_lines r1 r2 bogus',
    'account_channels r1 r2 7 8',
    'channel_authorize hush hush 1000',
    `channel_authorize ${HASH} hush 1000`,
    `channel_authorize hush ${HASH} 10XRP`,
    `channel_authorize hush rsa ${HASH} 1000`,
    `channel_verify aB1 1000 ${HASH} 30ff`,
    `channel_verify aB1 ${HASH} 1000 30ff maybe`,
    'ledger_accept -1',
    'transaction_entry x',
  ];
  test('are refused in one line without their text', () => {
    for (const line of WRONG) {
      const [method, ...words] = line.split(' ');
      assert.throws(
        () => parsePositionals(method!, words),
        (error: Error) => error instanceof CommandError && error.exitCode === 2 && !/\n|hush/.test(error.message),
        line,
      );
    }
  });

  test('become parameters of the method, and each has a text', () => {
    for (const [name, { commandLine }] of METHOD_DOCS) {
      for (const [word, text] of wordTexts(methodTable.get(name)!)) {
        assert.notEqual(text, '', `${name}: ${word} has no text`);
        for (const part of word.split(', '))
          assert.ok(commandLine!.usage.includes(part), `${name}: ${word} is not in its usage`);
      }
    }
    for (const [line, params] of MEANT) {
      const name = line.split(' ')[0]!;
      const known = methodTable.get(name)!.params.map((row) => row.name);
      // The client reads `offset` itself.
      if (name === 'account_tx') known.push('offset');
      const unknown = Object.keys(params).filter((param) => !known.includes(param));
      assert.deepEqual(unknown, [], line);
    }
  });
});
