/** A test bench moves the clock in every close mode; altered chains are marked, and test benches are not open by accident. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import { escrowKeylet, payChanKeylet } from '../../src/protocol/entries/keylets.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { channelKeylet } from '../../src/transactions/channels/payment-channel.ts';
import { channelKeys, redemption, request, tfClose } from '../support/channel-ledger.ts';
import { Env, party } from '../support/env.ts';
import type { Answer } from '../support/rpc-call.ts';
import { refusedStart, runWeirHere } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const HOUR_SECONDS = 3600;
const PAYER = party('payer');
const PAYEE = party('payee');
const MODES: readonly CloseRule[] = [MANUAL_CLOSE, INSTANT_CLOSE, closeEvery(4000)];

/** Waits until submitted transactions are in a ledger, closed by hand, by the timer, or at once. */
async function closed(env: Env, { kind }: CloseRule): Promise<void> {
  const { ledgerIndex } = env.node.validated;
  if (kind === 'manual') await env.node.acceptLedger();
  if (kind === 'timer') env.clock.advance(4);
  await until(
    () => env.node.validated.ledgerIndex > ledgerIndex && env.node.openLedger.view.transactionCount === 0,
    'a ledger closes',
  );
}

for (const closing of MODES) {
  describe(`an hour on a test bench (${closing.kind} mode)`, () => {
    const begin = async (): Promise<Env> => {
      const env = await Env.create({ closing, isTestBench: true });
      for (const who of [PAYER, PAYEE]) await env.weir.request('weir_fund', { account: who.address });
      await closed(env, closing);
      return env;
    };

    /** Moves the clock by an hour, with a ledger where ledgers are closed by hand. */
    const passHour = async (env: Env) => {
      const startedMs = env.clock.elapsedMs();
      await env.node.bench!.clock.advance(HOUR_SECONDS);
      if (closing.kind === 'manual') await env.node.acceptLedger();
      assert.equal(env.clock.elapsedMs(), startedMs, 'no time passed on the machine');
    };

    test('lets an escrow finish', async () => {
      const env = await begin();
      const { closeTimeSeconds } = env.node.validated;
      const sequence = env.account(PAYER)!.Sequence;
      const FinishAfter = closeTimeSeconds + HOUR_SECONDS - 1;
      const escrow = { TransactionType: 'EscrowCreate', Destination: PAYEE.id, Amount: 5_000_000n, FinishAfter };
      await env.submitFresh(PAYER, escrow, 'tesSUCCESS');
      await closed(env, closing);
      const finish = { TransactionType: 'EscrowFinish', Owner: PAYER.id, OfferSequence: sequence };
      await env.submitFresh(PAYEE, finish, 'tecNO_PERMISSION');
      await closed(env, closing);
      await passHour(env);
      await env.submitFresh(PAYEE, finish, 'tesSUCCESS');
      await closed(env, closing);
      assert.equal(env.node.openLedger.view.read(escrowKeylet(PAYER.id, sequence)), undefined);
      assert.equal(env.account(PAYEE)!.Balance, 1_004_999_980n);
      await env.stop();
    });

    test("ends a channel's settle delay, in which claims pay", async () => {
      const env = await begin();
      const id = payChanKeylet(PAYER.id, PAYEE.id, env.account(PAYER)!.Sequence).key;
      await env.submitFresh(
        PAYER,
        {
          ...{ TransactionType: 'PaymentChannelCreate', Destination: PAYEE.id, Amount: 1_000_000n },
          ...{ SettleDelay: HOUR_SECONDS, PublicKey: channelKeys.publicKey },
        },
        'tesSUCCESS',
      );
      await closed(env, closing);
      await env.submitFresh(PAYER, request(id, tfClose), 'tesSUCCESS');
      await closed(env, closing);
      await env.node.bench!.clock.advance(HOUR_SECONDS - 60);
      if (closing.kind === 'manual') await env.node.acceptLedger();
      await env.submitFresh(PAYEE, redemption(id, 5n), 'tesSUCCESS');
      await closed(env, closing);
      assert.equal(env.node.openLedger.view.read(channelKeylet(id))?.Balance, 5n);
      await passHour(env);
      await env.submitFresh(PAYER, request(id, tfClose), 'tesSUCCESS');
      await closed(env, closing);
      assert.equal(env.node.openLedger.view.read(channelKeylet(id)), undefined);
      await env.stop();
    });
  });
}

describe('a chain altered by a test bench', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'weir-test-bench-'));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  const kept = ['--data', scratch, '--manual'];

  test('is marked as altered after a restart, in weir verify, and refused without a test bench', async () => {
    const ask = async (server: ServerProcess, method: string, params: JsonObject = {}): Promise<Answer> => {
      const answer: Answer = await server.call(method, params);
      assert.equal(answer.status, 'success', JSON.stringify(answer));
      return answer;
    };
    const first = await ServerProcess.start([...kept, '--dev']);
    const account = PAYER.address;
    await ask(first, 'weir_fund', { account });
    await ask(first, 'ledger_accept');
    await ask(first, 'weir_impersonate', {
      tx_json: { TransactionType: 'AccountSet', Account: account, Domain: 'AB' },
    });
    const { node } = await ask(first, 'ledger_entry', { account_root: account });
    await ask(first, 'weir_set_entry', { entry: { ...node, Sequence: 500 } });
    const { altered } = (await ask(first, 'server_info')).weir;
    assert.deepEqual(Object.keys(altered), ['impersonate', 'set_entry']);
    const { time } = await ask(first, 'weir_clock', { advance: HOUR_SECONDS, freeze: true });
    assert.equal(await first.stop(), 0);

    const second = await ServerProcess.start([...kept, '--dev']);
    const clock = await ask(second, 'weir_clock');
    assert.deepEqual([clock.time, clock.frozen], [time, true]);
    assert.deepEqual((await ask(second, 'server_info')).weir.altered, altered);
    assert.equal((await ask(second, 'account_info', { account })).account_data.Sequence, 500);
    assert.equal(await second.stop(), 0);

    const { code, stdout } = await runWeirHere('verify', '--data', scratch, '--deep');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Changed by a test bench: impersonate since ledger \d+, set_entry since ledger \d+\./m);
    assert.match(stdout, /No damage/);
    const refused = await refusedStart(...kept);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /the clock of the store's chain was moved/);
  });

  test('is open to other machines only with --allow-remote-test-bench', async () => {
    const open = ['--ephemeral', '--manual', '--dev', '--host', '0.0.0.0', '--allow-remote-admin'];
    const refused = await refusedStart(...open);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^weir: --dev makes a test bench, .* add --allow-remote-test-bench/);

    const server = await ServerProcess.start([...open, '--threads', '0', '--allow-remote-test-bench']);
    assert.match(server.output, /^Warning: --allow-remote-test-bench lets all of them move the clock/m);
    const ask = async (method: string, params: JsonObject = {}): Promise<Answer> => {
      const body = JSON.stringify({ method, params: [params] });
      const answer = await fetch(`http://127.0.0.1:${server.ports[0]}`, { method: 'POST', body });
      return ((await answer.json()) as { result: Answer }).result;
    };
    assert.equal((await ask('server_info')).weir.test_bench, true);
    assert.equal((await ask('weir_clock', { freeze: true })).frozen, true);
    assert.equal((await ask('weir_snapshot')).snapshot, '1');
    await server.stop();
  });
});
