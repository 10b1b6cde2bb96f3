/**
 * Forged markers, and markers of other requests. They are refused, or lead to a page that the request may show, and the pages
 * come to an end.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nftokenId } from '../../src/protocol/entries/nftoken-id.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { jsonLine } from '../../src/rpc/json/raw-json.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { ALICE, BOB, createFilledServer, type FilledServer, ISSUER } from '../support/filled-server.ts';
import type { Answer } from '../support/rpc-call.ts';
import { STRANGE_VALUES, tellingValues } from './support/values.ts';

const whole = { ledger_index_min: -1, ledger_index_max: -1 };
const [account, bob, issuer] = [ALICE.address, BOB.address, ISSUER.address];

/** The issuer's sequence after its setup. */
const FIRST_TOKEN = 9;
const TOKEN = nftokenId({ flags: 8, transferFee: 0, issuer: ISSUER.id, taxon: 0, serial: FIRST_TOKEN });

/**
 * Method, member with the items of a page, requests with several pages, and whether a marker is valid for its own
 * request only.
 */
const PAGED: readonly (readonly [string, string, JsonObject, 'sealed'?])[] = [
  ['account_tx', 'transactions', { account, ...whole }],
  ['account_tx', 'transactions', { account, ...whole, forward: true }],
  ['account_tx', 'transactions', { account: bob, ...whole, binary: true }],
  ['account_tx', 'transactions', { account, ...whole, direction: 'in' }, 'sealed'],
  ['account_tx', 'transactions', { account, ...whole, direction: 'in', forward: true }, 'sealed'],
  ['account_tx', 'transactions', { account, ...whole, direction: 'out' }, 'sealed'],
  ['account_tx', 'transactions', { account: bob, ...whole, direction: 'in' }, 'sealed'],
  [
    'account_tx',
    'transactions',
    { account: bob, ledger_index_min: 3, ledger_index_max: -1, direction: 'in' },
    'sealed',
  ],
  ['account_lines', 'lines', { account: issuer }],
  ['account_lines', 'lines', { account: issuer, ignore_default: true }],
  ['account_lines', 'lines', { account: issuer, authorization: 'authorized' }, 'sealed'],
  ['account_lines', 'lines', { account: issuer, currency: 'USD' }, 'sealed'],
  ['account_channels', 'channels', { account }],
  ['account_channels', 'channels', { account: bob }],
  ['account_channels', 'channels', { account, role: 'destination' }, 'sealed'],
  ['account_channels', 'channels', { account: bob, role: 'destination' }, 'sealed'],
  ['account_objects', 'account_objects', { account }],
  ['account_objects', 'account_objects', { account: bob }],
  ['account_objects', 'account_objects', { account: issuer, type: 'state' }],
  ['account_offers', 'offers', { account: bob }],
  ['account_nfts', 'account_nfts', { account: issuer }],
  ['nft_sell_offers', 'offers', { nft_id: TOKEN }],
  ['nft_buy_offers', 'offers', { nft_id: TOKEN }],
  ['account_objects', 'account_objects', { account: issuer }],
  ['ledger_data', 'state', { ledger_index: 'validated' }],
  ['ledger_data', 'state', { ledger_index: 3, binary: true }],
  ['weir_changes', 'changes', { ledger_index_min: 3, type: 'account' }],
  ['weir_ledgers', 'ledgers', {}],
];

/** Mints the issuer's tokens, and creates offers for one of them. */
async function addTokens({ env }: FilledServer): Promise<void> {
  const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 8 };
  const offer = { TransactionType: 'NFTokenCreateOffer', NFTokenID: TOKEN };
  for (let count = 0; count < 3; count++) env.submit(ISSUER, mint, 'tesSUCCESS');
  assert.equal(env.account(ISSUER)?.FirstNFTokenSequence, FIRST_TOKEN);
  for (const Amount of [1n, 2n, 3n]) {
    env.submit(ISSUER, { ...offer, Amount, Flags: 1 }, 'tesSUCCESS');
    env.submit(ALICE, { ...offer, Amount, Owner: ISSUER.id }, 'tesSUCCESS');
  }
  await env.close();
}

describe('markers that the server did not send', () => {
  let filled: FilledServer;
  let other: FilledServer;
  const tried = { forged: 0, foreign: 0, refused: 0 };
  before(async () => {
    filled = await createFilledServer();
    other = await createFilledServer();
    for (const server of [filled, other]) await addTokens(server);
    // Another server, with its own secret and another ledger.
    other.env.node.store.setMetaValue('history_marker_key', 'AB'.repeat(32));
    await other.env.close();
  });
  after(async () => {
    assert.deepEqual([...filled.reports, ...other.reports], [], 'the server reports nothing unexpected');
    await Promise.all([filled.stop(), other.stop()]);
  });

  /** As admin, so that a page may have one item. */
  const ask = async (server: FilledServer, method: string, params: JsonObject): Promise<Answer> => {
    const result = await execute(server.services, { method, params, apiVersion: 1, role: 'admin' });
    return JSON.parse(String(jsonLine(result)));
  };

  const markerOf = async (server: FilledServer, method: string, params: JsonObject): Promise<Json> => {
    const result = await ask(server, method, { ...params, limit: 1 });
    assert.ok(result.marker !== undefined, `${method} ${JSON.stringify(params)} has a second page`);
    return result.marker;
  };

  /** What all pages hold together, each item as text; a marker of `ledger_data` may choose another ledger. */
  const itemsOf = async (method: string, member: string, params: JsonObject): Promise<Set<string>> => {
    const items = new Set<string>();
    if (method === 'ledger_data' && params.ledger_index === 'validated') {
      for (let index = 1; index <= filled.env.node.validated.ledgerIndex; index++) {
        for (const item of await itemsOf(method, member, { ledger_index: index })) items.add(item);
      }
    }
    let marker: Json | undefined;
    do {
      const more = marker === undefined ? {} : { marker };
      const result = await ask(filled, method, { ...params, ...more, limit: 1 });
      assert.equal(result.error, undefined);
      for (const item of result[member]) items.add(JSON.stringify(item));
      marker = result.marker;
    } while (marker !== undefined);
    return items;
  };

  /** Follows a marker to the end; true if it was refused. */
  const follow = async (method: string, member: string, params: JsonObject, start: Json, known: Set<string>) => {
    let marker: Json | undefined = start;
    for (let pages = 0; marker !== undefined; pages++) {
      const where = `${method} ${JSON.stringify(params)} from ${JSON.stringify(start)?.slice(0, 200)}`;
      assert.ok(pages < 300, `${where} ends`);
      const result = await ask(filled, method, { ...params, limit: 1, marker });
      if (result.error !== undefined) {
        assert.equal(pages, 0, where);
        assert.ok(['invalidParams', 'lgrNotFound'].includes(result.error), `${where}: ${result.error}`);
        return true;
      }
      for (const item of result[member]) assert.ok(known.has(JSON.stringify(item)), `${where} shows its own`);
      marker = result.marker;
    }
    return false;
  };

  test('are tried for every method with markers', () => {
    const withMarkers = [...methodTable.values()].filter(({ params }) => params.some(({ name }) => name === 'marker'));
    const names = withMarkers.map(({ name }) => name).sort();
    assert.deepEqual([...new Set(PAGED.map(([method]) => method))].sort(), names);
  });

  for (const [method, member, params, sealed] of PAGED) {
    test(`of ${method} with ${JSON.stringify(params)} show nothing else if they are forged`, async () => {
      const known = await itemsOf(method, member, params);
      assert.ok(known.size > 0 || member === 'offers');
      const marker = await markerOf(filled, method, params);
      for (const forged of [...forgeries(marker), ...STRANGE_VALUES, ...tellingValues(filled)]) {
        const isRefused = await follow(method, member, params, forged, known);
        const isOurs = JSON.stringify(forged) === JSON.stringify(marker);
        if (sealed && !isOurs) assert.ok(isRefused, `${method} refuses ${JSON.stringify(forged)}`);
        tried.forged += 1;
        if (isRefused) tried.refused += 1;
      }
    });

    test(`of ${method} with ${JSON.stringify(params)} show nothing else if they are of another request or server`, async () => {
      const known = await itemsOf(method, member, params);
      for (const server of [filled, other]) {
        for (const [otherMethod, , otherParams] of PAGED) {
          const marker = await markerOf(server, otherMethod, otherParams);
          const isSame = otherMethod === method && JSON.stringify(otherParams) === JSON.stringify(params);
          const isRefused = await follow(method, member, params, marker, known);
          if (sealed && !(isSame && server === filled))
            assert.ok(isRefused, `${otherMethod} ${JSON.stringify(otherParams)}`);
          if (isSame && server === filled) assert.ok(!isRefused, 'its own is taken');
          tried.foreign += 1;
          if (isRefused) tried.refused += 1;
        }
      }
    });
  }

  test('belong to one account', async (context) => {
    for (const method of ['account_lines', 'account_objects', 'account_channels', 'account_offers']) {
      const marker = await markerOf(filled, method, { account: bob });
      const { result } = await filled.call(method, { account: ISSUER.address, marker });
      assert.equal(result.error, 'invalidParams', method);
    }
    context.diagnostic(JSON.stringify(tried));
  });

  test('of an older ledger continue or are refused if their entry is deleted', async () => {
    const lines = { account: bob };
    const marker = await markerOf(other, 'account_objects', lines);
    const pinned = await markerOf(other, 'ledger_data', { ledger_index: 'validated' });
    const ticket = [
      ...(await other.call('account_objects', { account: bob, type: 'ticket' })).result.account_objects,
    ][0];
    other.env.submit(
      BOB,
      { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket.TicketSequence },
      'tesSUCCESS',
    );
    await other.env.close();
    const key = `${String(marker).split(',')[0]},${ticket.index}`;
    assert.equal((await other.call('account_objects', { ...lines, marker: key })).result.error, 'invalidParams');
    const rest = await other.call('ledger_data', { ledger_index: 'validated', marker: pinned });
    assert.equal(rest.result.ledger_index, other.env.node.validated.ledgerIndex - 1);
  });
});

/** A marker with one character, or one number of an object, changed. */
function* forgeries(marker: Json): Generator<Json> {
  if (typeof marker === 'string') {
    for (let length = 0; length < marker.length; length++) yield marker.slice(0, length);
    for (let at = 0; at < marker.length; at++) {
      const changed = marker[at] === '0' ? '1' : '0';
      yield marker.slice(0, at) + changed + marker.slice(at + 1);
    }
    yield* [`${marker}0`, ` ${marker}`, `${marker}\u0000`, `${marker},${marker}`, `${marker}=`, [marker], { marker }];
    return;
  }
  const { ledger, seq } = marker as { ledger: number; seq: number };
  for (const value of [-1, 0, 1, 1.5, 2 ** 31, 2 ** 32 - 1, '1', null, [], {}]) {
    yield { ledger: value, seq };
    yield { ledger, seq: value };
  }
  yield* [{ ledger }, { seq }, {}, { ledger, seq, extra: 1 }, [ledger, seq], `${ledger},${seq}`];
}
