import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../test/support/env.ts';
import { ALICE, BOB, createHostileWorld, type HostileWorld, ISSUER } from '../../../test/support/hostile-world.ts';
import { servicesOf } from '../../../test/support/rpc-call.ts';
import { accountIdToAddress } from '../../crypto/address.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { Role, RpcServices } from '../../rpc/method/context.ts';
import { RequestTally } from '../../rpc/method/long-work.ts';
import { methodTable } from '../../rpc/table.ts';
import { systemClock } from '../../util/clock.ts';
import { DEFAULT_LIMITS } from '../admission/limits.ts';
import { RequestGate } from '../admission/request-gate.ts';
import { ApiAnswers } from './api-answers.ts';

const PURE = Array.from(methodTable.values()).filter(({ isPure }) => isPure === true);
const USD = { currency: 'USD', issuer: ISSUER.address };

function answersOf(services: RpcServices): ApiAnswers {
  const limits = DEFAULT_LIMITS;
  return new ApiAnswers({ services, limits, gate: new RequestGate(limits, services) });
}

const callerOf = (role: Role) => ({ role, address: '127.0.0.1', isExempt: true });
const bodyOf = (method: string, params: JsonObject) => JSON.stringify({ method, params: [params] });

async function textOf(answers: ApiAnswers, body: string, role: Role = 'admin'): Promise<string> {
  const { bytes } = await answers.answer(body, callerOf(role), () => false);
  return String(bytes.text);
}

/** True if the answer was known when it was asked for. */
function isKnown(answers: ApiAnswers, body: string, role: Role = 'admin'): boolean {
  return answers.known(body, callerOf(role)) !== undefined;
}

describe('answers that are known', () => {
  let world: HostileWorld;
  before(async () => {
    world = await createHostileWorld({ isFurnished: true });
  });
  after(() => world.stop());

  /** What a method may be asked for. */
  function* requestsFor(name: string): Generator<JsonObject> {
    const offer = { taker_gets: { currency: 'XRP' }, taker_pays: USD };
    yield { ...offer, ledger_index: 'validated' };
    const keyOf = (type: string) => world.entryKeys.get(type);
    const ids = { vault_id: keyOf('Vault'), nft_id: '0'.repeat(64), amm_account: ALICE.address };
    const others = { source_account: ALICE.address, destination_account: BOB.address, ...ids };
    for (const { address: account } of [ISSUER, ALICE, BOB]) {
      const { hash, ledgerIndex } = world.env.node.validated;
      for (const ledger of [
        { ledger_index: 'validated' },
        { ledger_index: 'closed' },
        { ledger_hash: hash },
        { ledger_index: ledgerIndex - 1 },
        { ledger_index: String(ledgerIndex) },
      ]) {
        const subject = name === 'ledger_entry' ? { account_root: account } : { account };
        const withIds = name === 'amm_info' || name === 'vault_info' ? {} : subject;
        yield { ...withIds, ...(name === 'ledger_entry' ? {} : others), ...ledger, limit: 20 };
      }
    }
  }

  for (const { name } of PURE) {
    test(`are those that ${name} gives anew, for each role, envelope and version`, async () => {
      let known = 0;
      for (const params of requestsFor(name)) {
        for (const role of ['admin', 'user'] as const) {
          for (const body of [
            bodyOf(name, params),
            bodyOf(name, { ...params, api_version: 2, id: 7 }),
            JSON.stringify({ ...params, command: name, id: 8 }),
          ]) {
            const answers = answersOf(world.services);
            const first = await textOf(answers, body, role);
            if (isKnown(answers, body, role)) known += 1;
            assert.equal(await textOf(answers, body, role), first);
            assert.equal(await textOf(answersOf(world.services), body, role), first);
          }
        }
      }
      const mayFail = ['amm_info', 'nft_buy_offers', 'nft_sell_offers', 'deposit_authorized', 'vault_info'];
      if (!mayFail.includes(name)) assert.ok(known > 0, `${known} answers were known`);
    });
  }

  test('are of no other method, of no open ledger, of no error and of no batch', async () => {
    const answers = answersOf(world.services);
    const account = ALICE.address;
    const ledger = { ledger_index: 'validated' };
    const bodies = [
      ...Array.from(methodTable.values())
        .filter(({ isPure, role }) => isPure !== true && role === 'user')
        .filter(({ name }) => !['subscribe', 'unsubscribe', 'path_find'].includes(name))
        .map(({ name }) => bodyOf(name, { account, ...ledger })),
      bodyOf('account_info', { account }),
      bodyOf('account_info', { account, ledger_index: 'current' }),
      bodyOf('account_info', { account, ledger_index: world.env.node.openLedgerIndex }),
      bodyOf('account_info', { account, ledger: 'validated' }),
      bodyOf('account_info', { account: accountIdToAddress('0'.repeat(40)), ...ledger }),
      bodyOf('account_info', { account, ...ledger, signer_lists: 1, api_version: 2 }),
      JSON.stringify({ method: 'batch', params: [{ method: 'account_info', account, ...ledger }] }),
    ];
    for (const body of bodies) {
      await textOf(answers, body);
      assert.equal(isKnown(answers, body), false, body);
    }
  });

  test('are of no other role', async () => {
    const answers = answersOf(world.services);
    const body = bodyOf('account_info', { account: ALICE.address, ledger_index: 'validated' });
    await textOf(answers, body, 'admin');
    assert.equal(isKnown(answers, body, 'user'), false);
    assert.equal(isKnown(answers, body, 'admin'), true);
  });

  test('are counted as the others', async () => {
    const tally = new RequestTally(systemClock);
    const seen: string[] = [];
    const observe = ({ method, outcome }: { method: string; outcome: string }) => seen.push(`${method} ${outcome}`);
    const answers = answersOf({ ...world.services, tally, observe });
    const body = bodyOf('account_info', { account: ALICE.address, ledger_index: 'validated' });
    for (let count = 0; count < 3; count++) await textOf(answers, body);
    assert.deepEqual(seen, Array(3).fill('account_info success'));
    const { rpc } = tally.counters() as { rpc: Record<string, JsonObject> };
    const { started, finished, errored } = rpc.account_info!;
    assert.deepEqual({ started, finished, errored }, { started: '3', finished: '3', errored: '0' });
  });
});

test('nothing is known any more when a ledger was closed, or taken back', async (t) => {
  const env = await Env.create({ isTestBench: true });
  t.after(() => env.stop());
  const answers = answersOf(servicesOf(env));
  const zoe = party('zoe of known answers');
  const body = bodyOf('account_info', { account: zoe.address, ledger_index: 'validated' });
  await env.fund(1_000, zoe);
  const funded = await textOf(answers, body);
  assert.equal(isKnown(answers, body), true);

  const payment = { TransactionType: 'Payment', Destination: zoe.id, Amount: 5n };
  env.submit(MASTER, payment, 'tesSUCCESS');
  assert.equal(await textOf(answers, body), funded, 'what is open changes nothing');
  await env.close();
  assert.equal(isKnown(answers, body), false);
  const paid = await textOf(answers, body);
  assert.notEqual(paid, funded);

  const { ledgerIndex } = env.node.validated;
  await env.node.revert(ledgerIndex - 1);
  assert.equal(isKnown(answers, body), false);
  assert.deepEqual(JSON.parse(await textOf(answers, body)), JSON.parse(funded));
});
