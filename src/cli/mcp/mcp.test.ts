/** A session of a language model: the tools that are offered, and the effects of their calls on a ledger. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import type { Answer } from '../../../test/support/rpc-call.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { mcp } from './mcp.ts';

const PAYER = 'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4';
const PAYEE = 'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD';

/** The answers to messages of one session, in order. Objects are requests with ids from 0. */
async function session(messages: readonly (JsonObject | string)[], ...args: string[]): Promise<Answer[]> {
  const lines = messages.map((message, id) =>
    typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id, ...message }),
  );
  const printed: string[] = [];
  assert.equal(await mcp(args, (text) => printed.push(text), Readable.from(lines.map((line) => `${line}\n`))), 0);
  return printed.map((line) => JSON.parse(line));
}

const call = (name: string, input: JsonObject = {}) => ({ method: 'tools/call', params: { name, arguments: input } });
/** What a tool gave as JSON. Fails if it failed. */
const given = ({ result }: Answer) => {
  assert.ok(!result.isError, result.content[0].text);
  return JSON.parse(result.content[0].text);
};

describe('weir mcp', () => {
  test('introduces itself, and answers no notification', async () => {
    const answers = await session([
      { method: 'initialize', params: { protocolVersion: '2024-11-05' } },
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      { method: 'initialize', params: { protocolVersion: '1999-01-01' } },
      { method: 'ping' },
      { method: 'tools/list' },
    ]);
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result.protocolVersion]),
      [
        [0, '2024-11-05'],
        [2, '2025-06-18'],
        [3, undefined],
        [4, undefined],
      ],
    );
    const names = answers[3]!.result.tools.map(({ name }: { name: string }) => name);
    for (const name of ['pay', 'explain', 'snapshot', 'revert', 'request']) assert.ok(names.includes(name), name);
  });

  test('pays, explains, and returns to a snapshot', async () => {
    const balance = call('request', { method: 'account_info', params: { account: PAYEE } });
    const [snapshot, paid, refused, explained, after, reverted, before] = await session([
      call('snapshot', { name: 'begin' }),
      call('pay', { from: PAYER, to: PAYEE, amount: '25.5 XRP' }),
      call('pay', { from: PAYER, to: PAYEE, amount: `1 USD/${PAYER}` }),
      call('explain', {
        tx_json: { TransactionType: 'Payment', Account: PAYER, Destination: PAYEE, Amount: '999999999999999' },
      }),
      balance,
      call('revert', { snapshot: 'begin' }),
      balance,
    ]);
    assert.equal(given(snapshot!).name, 'begin');
    assert.deepEqual([given(paid!).engine_result, given(paid!).validated], ['tesSUCCESS', true]);
    assert.equal(given(refused!).engine_result, 'tecPATH_DRY');
    assert.equal(given(explained!).engine_result, 'tecUNFUNDED_PAYMENT');
    assert.match(given(explained!).explanation.reason, /XRP/);
    assert.equal(given(after!).account_data.Balance, '100025500000');
    assert.equal(given(reverted!).ledger_index, 2);
    assert.equal(given(before!).account_data.Balance, '100000000000');
  });

  test('shows no secret', async () => {
    const answers = await session([call('accounts'), call('request', { method: 'weir_accounts' })]);
    assert.equal(given(answers[0]!).length, 11);
    for (const answer of answers) assert.doesNotMatch(JSON.stringify(answer), /sEd|snoPB/);
  });

  test('says what is wrong with a call', async () => {
    const answers = await session([
      'no JSON',
      { method: 'no/such' },
      call('no_such_tool'),
      call('pay', { from: PAYER, to: PAYEE, amount: '5 USD' }),
      call('pay', { from: PAYER, to: PAYEE, amount: '0.0000001 XRP' }),
      call('request', { method: 'account_info', params: { account: 'x' } }),
      '{"jsonrpc":"2.0","id":9}',
    ]);
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      [-32700, -32601, -32602, undefined, undefined, undefined, -32600],
    );
    const texts = answers.slice(3, 6).map(({ result }) => [result.isError, result.content[0].text]);
    assert.deepEqual(texts, [
      [true, "'USD' lacks its issuer: write USD/r…"],
      [true, "'0.0000001 XRP' is not a whole number of drops"],
      [
        true,
        "account_info: actMalformed: Account malformed. Field 'account' is no address: addresses begin with r and have 25 to 35 letters and digits.",
      ],
    ]);
  });
});
