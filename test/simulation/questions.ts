/** Calls API methods without a socket and compares their answers with the model and the witness. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { Weir } from '../../src/weir.ts';
import { type Answer, servicesOf } from '../support/rpc-call.ts';
import { actor, channelId } from './cast.ts';
import type { LedgerWitness } from './ledger-witness.ts';
import type { ModelState, PartyNumber } from './model-state.ts';

/** Queries a party in the validated ledger; returns the number of queries. */
export async function askAbout(
  party: PartyNumber,
  weir: Weir,
  model: ModelState,
  witness: LedgerWitness,
): Promise<number> {
  const services = servicesOf({ weir });
  const ask: Ask = async (method, params = { ledger_index: 'validated' }) => {
    const all = { account: actor(party).address, ...params };
    const result = await execute(services, { method, params: all, apiVersion: 2, role: 'user' });
    return JSON.parse(JSON.stringify(result));
  };
  const known = model.accounts.get(party);
  const info = await ask('account_info');
  if (known === undefined) {
    assert.equal(info.error, 'actNotFound');
    return 1;
  }
  const { Balance, Sequence, OwnerCount } = info.account_data;
  assert.deepEqual([Balance, Sequence, OwnerCount], [String(known.drops), known.sequence, known.owned]);
  checkLines(party, await askAll(ask, 'account_lines', 'lines'), model);
  const channels = await askAll(ask, 'account_channels', 'channels');
  const expected = [...model.channels].filter(([, { source }]) => source === party).map(([key]) => channelId(key));
  assert.deepEqual(channels.map((one: Answer) => one.channel_id).sort(), expected.sort());
  await checkHistory(party, ask, witness);
  return 4;
}

type Ask = (method: string, params?: JsonObject) => Promise<Answer>;

/** Requests all pages. A page counts owned objects of every type, so it may have none of the requested type. */
async function askAll(ask: Ask, method: string, member: string): Promise<Answer[]> {
  const found: Answer[] = [];
  let page = await ask(method);
  for (; page.marker !== undefined; page = await ask(method, { ledger_index: 'validated', marker: page.marker })) {
    found.push(...page[member]);
  }
  return [...found, ...page[member]];
}

function checkLines(party: PartyNumber, lines: readonly Answer[], model: ModelState): void {
  const own = [...model.lines.values()].filter(({ parties }) => parties.includes(party));
  const expected = own.map(({ parties, balance, limits, authorized }) => {
    const [one, other] = parties;
    const peer = one === party ? other : one;
    const held = one === party ? balance : -balance;
    return [actor(peer).address, String(held), String(limits.get(party) ?? 0n), authorized.has(peer)].join(' ');
  });
  const found = lines.map(({ account, balance, limit, peer_authorized }: Answer) => {
    return [account, balance, limit, peer_authorized === true].join(' ');
  });
  assert.deepEqual(found.sort(), expected.sort(), `lines of ${party}`);
}

/** Requests the whole history in the shortest pages, and compares it with the witness. */
async function checkHistory(party: PartyNumber, ask: Ask, witness: LedgerWitness): Promise<void> {
  const found: string[] = [];
  let marker: JsonObject | undefined;
  do {
    const range = { ledger_index_min: -1, ledger_index_max: -1, forward: true, limit: 7 };
    const page = await ask('account_tx', marker === undefined ? range : { ...range, marker });
    found.push(...page.transactions.map((one: Answer) => `${one.ledger_index}/${one.meta.TransactionIndex}`));
    marker = page.marker;
  } while (marker !== undefined);
  assert.deepEqual(found, witness.historyOf(actor(party).id));
}
