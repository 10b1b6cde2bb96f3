/** Pages of `account_lines`: markers, and filters by authorization and currency. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { lineKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { testCurrency, tokens } from '../support/token-ledger.ts';

const { tfSetfAuth, tfSetNoRipple } = TransactionFlags.TrustSet;
const HOLDER_COUNT = 45;
const AUTHORIZED = 15;
const [USD, EUR] = ['USD', 'EUR'].map(testCurrency) as [string, string];

describe('pages of an issuer’s trust lines', () => {
  const issuer = party('issuer');
  const other = party('other');
  const holders = Array.from({ length: HOLDER_COUNT }, (_, at) => party(`holder ${at}`));
  let env: Env;
  let call: Call;

  const trust = (who: Party, peer: Party, limit: string, currency: string, flags = 0) => {
    const fields: StObject = {
      TransactionType: 'TrustSet',
      LimitAmount: tokens(limit, peer.id, currency),
      Flags: flags,
    };
    env.submit(who, fields, 'tesSUCCESS');
  };

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, issuer, other, ...holders);
    for (const account of [issuer, other]) {
      env.submit(account, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfRequireAuth }, 'tesSUCCESS');
    }
    await env.close();
    for (const [at, holder] of holders.entries()) {
      trust(holder, issuer, '10', USD);
      if (at % 9 === 0) trust(holder, issuer, '10', EUR);
    }
    await env.close();
    for (const holder of holders.slice(0, AUTHORIZED)) trust(issuer, holder, '0', USD, tfSetfAuth);
    // After all other lines in the issuer's directory.
    trust(other, issuer, '10', EUR);
    trust(other, issuer, '10', USD);
    await env.close();
  });
  after(() => env.stop());

  const lines = (params: JsonObject, role: 'user' | 'admin' = 'admin') =>
    call('account_lines', { account: issuer.address, ledger_index: 'validated', ...params }, { role });

  async function allPages(params: JsonObject): Promise<{ accounts: string[]; sizes: number[] }> {
    const accounts: string[] = [];
    const sizes: number[] = [];
    let marker: string | undefined;
    do {
      const page: Answer = await lines({ ...params, ...(marker === undefined ? {} : { marker }) });
      assert.equal(page.error, undefined, page.error_message);
      sizes.push(page.lines.length);
      for (const line of page.lines) accounts.push(`${line.account}/${line.currency}`);
      marker = page.marker;
      assert.equal(page.limit, marker === undefined ? undefined : params.limit);
    } while (marker !== undefined);
    return { accounts, sizes };
  }

  const names = (parties: readonly Party[], currency: string) => parties.map(({ address }) => `${address}/${currency}`);
  const everything = () => [
    ...names([...holders, other], 'USD'),
    ...names([...holders.filter((_, at) => at % 9 === 0), other], 'EUR'),
  ];

  describe('in the order of its directory', () => {
    test('are complete and without repetition for any limit', async () => {
      for (const limit of [1, 7, 32, 33, 400]) {
        const { accounts } = await allPages({ limit });
        assert.deepEqual(accounts.toSorted(), everything().toSorted());
      }
    });

    test('are never empty with a marker, for any peer', async () => {
      for (const peer of [...holders.filter((_, at) => at % 9 === 0), other]) {
        const { accounts, sizes } = await allPages({ limit: 2, peer: peer.address });
        assert.deepEqual(accounts.toSorted(), [`${peer.address}/EUR`, `${peer.address}/USD`]);
        assert.ok(sizes.slice(0, -1).every((size) => size > 0));
      }
      assert.deepEqual(await allPages({ limit: 3, peer: party('nobody').address }), { accounts: [], sizes: [0] });
      assert.deepEqual(await allPages({ limit: 3, peer: issuer.address }), { accounts: [], sizes: [0] });
    });

    test('continue only after an unchanged marker of the same account', async () => {
      const { marker } = await lines({ limit: 40 });
      const [key, page] = marker.split(',') as [string, string];
      assert.ok(Number(page) > 0, 'the place is not on the first page of the directory');
      assert.equal((await lines({ limit: 40, marker })).lines.length, everything().length - 40);
      assert.equal((await lines({ limit: 40, marker: marker.toLowerCase() })).error, undefined);
      const forged = [
        '',
        ',',
        key,
        `${key},`,
        `${key},0`,
        `${key},00${page}`,
        `${key},${page},1`,
        ` ${marker}`,
        marker.slice(1),
        `${'0'.repeat(64)},${page}`,
        `${'A'.repeat(64)},${page}`,
        `${lineKeylet(other.id, holders[0]!.id, USD).key},0`,
      ];
      for (const one of forged) assert.equal((await lines({ marker: one })).error, 'invalidParams', one);
      for (const one of [1, true, null, {}, []]) {
        assert.equal((await lines({ marker: one })).error_message, "Invalid field 'marker', not string.");
      }
      const foreign = { account: other.address, marker };
      assert.equal((await lines(foreign)).error, 'invalidParams');
    });

    test('refuse a marker of a line that the ledger does not have', async () => {
      const { marker } = await lines({ limit: 40 });
      const earlier = env.node.validated.ledgerIndex - 2;
      assert.equal((await lines({ marker, ledger_index: earlier })).error, 'invalidParams');
    });
  });

  describe('by authorization and currency', () => {
    const cases: [JsonObject, () => string[]][] = [
      [{ authorization: 'pending', currency: 'USD' }, () => names([...holders.slice(AUTHORIZED), other], 'USD')],
      [{ authorization: 'authorized', currency: 'USD' }, () => names(holders.slice(0, AUTHORIZED), 'USD')],
      [{ authorization: 'authorized' }, () => names(holders.slice(0, AUTHORIZED), 'USD')],
      [{ authorization: 'authorized', currency: 'EUR' }, () => []],
      [{ currency: 'EUR' }, () => everything().filter((name) => name.endsWith('EUR'))],
      [{ currency: USD }, () => everything().filter((name) => name.endsWith('USD'))],
    ];
    for (const [filter, expected] of cases) {
      test(`${JSON.stringify(filter)} are complete, in pages of any size`, async () => {
        for (const limit of [1, 10, 400]) {
          const { accounts, sizes } = await allPages({ limit, ...filter });
          assert.deepEqual(accounts.toSorted(), expected().toSorted());
          assert.ok(
            sizes.slice(0, -1).every((size) => size === limit),
            'full pages but for the last',
          );
        }
      });
    }

    test('list only lines that the account can authorize', async () => {
      const page = await lines({ account: holders[0]!.address, authorization: 'pending' });
      assert.deepEqual(page.lines, []);
      assert.equal((await lines({ account: holders[0]!.address, currency: 'EUR' })).lines.length, 1);
    });

    test('show lines as pages without a filter do', async () => {
      const [line] = (await lines({ authorization: 'authorized', currency: 'USD', limit: 1 })).lines;
      const all: Answer[] = (await lines({ limit: 400 })).lines;
      assert.equal(line.authorized, true);
      assert.deepEqual(
        line,
        all.find(({ account, currency }) => account === line.account && currency === 'USD'),
      );
    });

    test('are of the last validated ledger only', async () => {
      const params = { account: issuer.address, authorization: 'pending' };
      const { ledgerIndex, hash } = env.node.validated;
      const page = await call('account_lines', params);
      assert.equal(page.ledger_index, ledgerIndex);
      assert.equal(page.validated, true);
      for (const named of [{ ledger_hash: hash }, { ledger_index: ledgerIndex }, { ledger_index: 'closed' }]) {
        assert.deepEqual(await call('account_lines', { ...params, ...named }), page);
      }
      for (const named of [{ ledger_index: 'current' }, { ledger_index: ledgerIndex - 1 }, { ledger_index: 3 }]) {
        const { error, error_message } = await call('account_lines', { ...params, ...named });
        assert.equal(error, 'invalidParams');
        assert.match(error_message, /last validated ledger only/);
      }
      assert.equal((await call('account_lines', { ...params, ledger_index: 1_000_000 })).error, 'lgrNotFound');
    });

    test('continue only after an unchanged marker of the same list', async () => {
      const filter = { authorization: 'pending', currency: 'USD', limit: 10 };
      const { marker } = await lines(filter);
      assert.equal((await lines({ ...filter, marker })).lines.length, 10);
      const forged = ['', marker.slice(1), marker.slice(0, -1), marker.slice(0, 20), `${marker},`, `${marker}0`];
      forged.push(marker.replace(/^.{5}/, (start: string) => `${start.slice(0, 4)}${start[4] === 'A' ? 'B' : 'A'}`));
      forged.push((await lines({ limit: 3 })).marker);
      for (const one of forged) assert.equal((await lines({ ...filter, marker: one })).error, 'invalidParams', one);
      const foreign = [{ authorization: 'authorized' }, { currency: 'EUR' }, { account: other.address }];
      for (const one of foreign) assert.equal((await lines({ ...filter, ...one, marker })).error, 'invalidParams');
      assert.equal((await lines({ currency: 'USD', marker })).error, 'invalidParams');
      assert.equal((await lines({ marker })).error, 'invalidParams');
      assert.equal((await lines({ ...filter, marker: 5 })).error_message, "Invalid field 'marker', not string.");
    });

    test('with a peer are the one line in a currency, in any ledger', async () => {
      const peer = holders[0]!.address;
      const page = await lines({ peer, currency: 'USD' });
      assert.deepEqual(
        page.lines.map((line: Answer) => [line.account, line.currency, line.authorized]),
        [[peer, 'USD', true]],
      );
      const earlier = { ledger_index: env.node.validated.ledgerIndex - 1 };
      assert.equal((await lines({ peer, currency: 'USD', authorization: 'pending' })).lines.length, 0);
      assert.equal((await lines({ peer, currency: 'USD', authorization: 'pending', ...earlier })).lines.length, 1);
      assert.equal((await lines({ peer, currency: 'GBP' })).lines.length, 0);
      assert.equal((await lines({ peer: issuer.address, currency: 'USD' })).lines.length, 0);
      const { ledger_current_index } = await call('account_lines', {
        account: peer,
        peer: issuer.address,
        currency: 'USD',
      });
      assert.equal(ledger_current_index, env.node.openLedger.view.ledgerIndex);
    });

    const faults: [JsonObject, string][] = [
      [{ authorization: 'maybe' }, "Invalid field 'authorization'."],
      [{ authorization: 'other' }, "Invalid field 'authorization'."],
      [{ authorization: true }, "Invalid field 'authorization'."],
      [{ currency: 'XRP' }, "Invalid field 'currency'."],
      [{ currency: '' }, "Invalid field 'currency'."],
      [{ currency: 'DOLLAR' }, "Invalid field 'currency'."],
      [{ currency: 7 }, "Invalid field 'currency'."],
      [{ currency: 'USD', limit: 0 }, "Invalid field 'limit'."],
      [{ currency: 'USD', ignore_default: true }, "'ignore_default' goes with neither 'authorization' nor 'currency'."],
      [{ authorization: 'pending', peer: other.address }, "'authorization' with 'peer' takes 'currency' too."],
      [{ currency: 'USD', peer: 'x' }, 'Account malformed.'],
      [{ currency: 'USD', peer: '' }, 'Account malformed.'],
      [{ currency: 'USD', peer: other.address, marker: 'x' }, 'Invalid parameters.'],
    ];
    for (const [params, message] of faults) {
      test(`refuse ${JSON.stringify(params)}`, async () => {
        assert.equal((await lines(params)).error_message, message);
      });
    }

    test('apply the page limits of users', async () => {
      const page = await lines({ currency: 'USD', limit: 1 }, 'user');
      assert.equal(page.lines.length, 10);
    });
  });
});

test('pages of pending lines miss and repeat none while ledgers close and lines change', async () => {
  const env = await Env.create();
  try {
    const call = rpcOf(env);
    const issuer = party('issuer');
    const holders = Array.from({ length: 30 }, (_, at) => party(`holder ${at}`));
    await env.fund(1000, issuer, ...holders);
    env.submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfRequireAuth }, 'tesSUCCESS');
    await env.close();
    const trust = (who: Party, peer: Party, limit: string, flags = 0) =>
      env.submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, peer.id), Flags: flags }, 'tesSUCCESS');
    for (const holder of holders) trust(holder, issuer, '5');
    await env.close();
    const seen: string[] = [];
    let marker: string | undefined;
    do {
      const page: Answer = await call('account_lines', {
        account: issuer.address,
        authorization: 'pending',
        limit: 4,
        ...(marker === undefined ? {} : { marker }),
      });
      const accounts: string[] = page.lines.map(({ account }: Answer) => account);
      // Each line is authorized or deleted as soon as it is listed, so the entry that the marker names no longer
      // matches.
      const parties = holders.filter(({ address }) => accounts.includes(address));
      for (const holder of parties.slice(0, -1)) trust(issuer, holder, '0', tfSetfAuth);
      for (const holder of parties.slice(-1)) trust(holder, issuer, '0', tfSetNoRipple);
      await env.close();
      seen.push(...accounts);
      marker = page.marker;
    } while (marker !== undefined);
    assert.deepEqual(seen.toSorted(), holders.map(({ address }) => address).sort());
    const left = await call('account_lines', { account: issuer.address, authorization: 'pending' });
    assert.deepEqual(left.lines, []);
  } finally {
    await env.stop();
  }
});
