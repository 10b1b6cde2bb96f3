import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { developmentAccounts } from '../node/development-funds.ts';
import { createLedger, LedgerRequestError } from './create-ledger.ts';
import type { Ledger, LedgerOptions } from './ledger.ts';

const XRP = 1_000_000n;

/** A ledger that is stopped when the test ends. */
async function begin(t: TestContext, options: LedgerOptions): Promise<Ledger> {
  const ledger = await createLedger(options);
  t.after(() => ledger.stop());
  return ledger;
}

/** Its first two accounts. */
function accountsOf({ accounts }: Ledger): [Ledger['accounts'][0], Ledger['accounts'][0]] {
  return [accounts[0]!, accounts[1]!];
}

async function balanceOf(ledger: Ledger, account: string): Promise<bigint> {
  const { account_data } = await ledger.request('account_info', { account });
  return BigInt(account_data.Balance);
}

describe('a ledger in the process', () => {
  test('begins with the funded accounts of a development server', async (t) => {
    const ledger = await begin(t, { accounts: 12, balance: 5n * XRP });
    const known = developmentAccounts().map(({ address, seed }) => ({ address, seed }));
    const shown = ledger.accounts.map(({ address, seed }) => ({ address, seed }));
    assert.deepEqual(shown.slice(0, 10), known);
    assert.equal(new Set(shown.map(({ address }) => address)).size, 12);
    for (const { address } of ledger.accounts) assert.equal(await balanceOf(ledger, address), 5n * XRP);
    const { ledger: genesis } = await ledger.request('ledger', { ledger_index: 1 });
    assert.equal(genesis.total_coins, '100000000000000000', 'the master account paid for them');
  });

  test('signs and submits; every result code is a value', async (t) => {
    const ledger = await begin(t, { accounts: 2 });
    const [payer, payee] = accountsOf(ledger);
    const payment = { TransactionType: 'Payment', Destination: payee.address } as const;
    const paid = await ledger.submit(payer, { ...payment, Amount: String(XRP) });
    assert.equal(paid.engine_result, 'tesSUCCESS');
    assert.equal(paid.tx_json.Account, payer.address);
    const tooMuch = await ledger.submit(payer, { ...payment, Amount: String(200_000n * XRP) });
    assert.equal(tooMuch.engine_result, 'tecUNFUNDED_PAYMENT');
    assert.equal((await ledger.submit(payer, { ...payment, Amount: '0' })).engine_result, 'temBAD_AMOUNT');
    await ledger.close();
    const { meta, validated } = await ledger.request('tx', { transaction: String(paid.tx_json.hash) });
    assert.equal(validated, true);
    assert.equal((meta as { TransactionResult?: string }).TransactionResult, 'tesSUCCESS');
    assert.equal(await balanceOf(ledger, payee.address), 100_001n * XRP);
  });

  test('gives simultaneous submissions different sequence numbers', async (t) => {
    const ledger = await begin(t, { accounts: 1 });
    const [account] = accountsOf(ledger);
    const sent = Array.from({ length: 20 }, () => ledger.submit(account, { TransactionType: 'AccountSet' }));
    for (const { engine_result } of await Promise.all(sent)) assert.equal(engine_result, 'tesSUCCESS');
    await ledger.close();
    const { ledger: closed } = await ledger.request('ledger', { ledger_index: 'validated', transactions: true });
    assert.equal(closed.transactions?.length, 20);
  });

  test('rejects with the errors of methods', async (t) => {
    const ledger = await begin(t, { accounts: 1 });
    const [account] = accountsOf(ledger);
    const isError = (code: string) => (error: unknown) => error instanceof LedgerRequestError && error.code === code;
    await assert.rejects(ledger.request('account_info', { account: 'r' }), isError('actMalformed'));
    await assert.rejects(ledger.request('ledger_accept', {}, { role: 'user' }), isError('noPermission'));
    const unknown = { TransactionType: 'Nothing' } as never;
    await assert.rejects(ledger.submit(account, unknown), LedgerRequestError);
    const other = { address: account.address, seed: 'sEdSKaCy2JT7JaM7v95H9SxkhP9wS2r' };
    await assert.rejects(ledger.submit(other, { TransactionType: 'AccountSet' }), isError('badSecret'));
  });

  test('closes on demand, at a given time', async (t) => {
    const ledger = await begin(t, { accounts: 0 });
    const first = await ledger.close();
    const later = await ledger.close({ seconds: 3600 });
    assert.equal(later.ledgerIndex, first.ledgerIndex + 1);
    assert.equal(later.closeTimeSeconds, first.closeTimeSeconds + 3600);
    const { ledger_hash } = await ledger.request('ledger_closed');
    assert.equal(ledger_hash, later.ledgerHash);
    for (const seconds of [0, -1, 1.5, Number.NaN]) await assert.rejects(ledger.close({ seconds }), RangeError);
  });

  test('has a clock that dates its ledgers', async (t) => {
    const ledger = await begin(t, { accounts: 0 });
    const frozen = await ledger.clock.freeze();
    assert.equal(frozen.isFrozen, true);
    const { seconds, nextCloseSeconds } = await ledger.clock.advance(3600);
    assert.ok(seconds >= frozen.seconds + 3600);
    assert.equal((await ledger.close()).closeTimeSeconds, nextCloseSeconds);
    await assert.rejects(ledger.clock.set(frozen.seconds), RangeError);
    assert.equal((await ledger.clock.resume()).isFrozen, false);
    assert.equal((await ledger.clock.setRate(60)).rate, 60);
  });

  test('returns to a snapshot by id and name, and to a ledger', async (t) => {
    const ledger = await begin(t, { accounts: 2 });
    const [payer, payee] = accountsOf(ledger);
    const pay = () => ledger.submit(payer, { TransactionType: 'Payment', Destination: payee.address, Amount: '1' });
    const before = await ledger.close();
    await pay();
    const id = await ledger.snapshot('paid');
    for (const target of [id, 'paid']) {
      await pay();
      await ledger.close({ seconds: 3600 });
      assert.deepEqual(await ledger.revert(target), before);
      assert.equal(await balanceOf(ledger, payee.address), 100_000n * XRP + 1n);
    }
    await ledger.close();
    assert.deepEqual(await ledger.revert(before.ledgerIndex), before);
    assert.equal(await balanceOf(ledger, payee.address), 100_000n * XRP);
    await assert.rejects(ledger.revert(before.ledgerIndex + 1), RangeError);
    await assert.rejects(ledger.revert('nowhere'), /there is no snapshot nowhere/);
    await assert.rejects(ledger.snapshot('12'), RangeError);
  });

  test('closes after each submission with instant closes', async (t) => {
    const ledger = await begin(t, { accounts: 1, closing: 'instant' });
    const tx_json = { TransactionType: 'AccountSet', Account: ledger.accounts[0]!.address };
    const { validated } = await ledger.request('submit', { secret: ledger.accounts[0]!.seed, tx_json, wait: true });
    assert.equal(validated, true);
  });

  test('takes fees and a network id', async (t) => {
    const fees = { base: 25n, reserveBase: 20n * XRP, reserveIncrement: 5n * XRP };
    const ledger = await begin(t, { accounts: 1, networkId: 21338, fees });
    const { info } = await ledger.request('server_info');
    assert.equal(info.network_id, 21338);
    const { state } = await ledger.request('server_state');
    const { base_fee, reserve_base, reserve_inc } = state.validated_ledger;
    assert.deepEqual([base_fee, reserve_base, reserve_inc], [25, 20_000_000, 5_000_000]);
    const { tx_json } = await ledger.submit(ledger.accounts[0]!, { TransactionType: 'AccountSet' });
    assert.deepEqual([tx_json.Fee, tx_json.NetworkID], ['25', 21338]);
  });

  test('refuses other options by name', async (t) => {
    const wrong: readonly (readonly [options: object | null, named: RegExp])[] = [
      [{ accounts: -1 }, /: accounts must be a whole number from 0 to 1000, not -1$/],
      [{ accounts: 1.5 }, /accounts must be .* not 1\.5$/],
      [{ accounts: '3' }, /accounts must be .* not '3'$/],
      [{ accounts: 1001 }, /accounts must be/],
      [
        { balance: 100 },
        /: balance must be drops as a BigInt of at least 1n, such as 100_000_000n for 100 XRP, not 100$/,
      ],
      [{ balance: 0n }, /balance must be .* not 0n$/],
      [{ accounts: 1000, balance: 100_000_000n * XRP + 1n }, /balance is \d+n for each of 1000 accounts/],
      [{ networkId: -1 }, /networkId must be/],
      [{ networkId: 2 ** 32 }, /networkId must be/],
      [{ fees: 10 }, /fees must be an object/],
      [{ fees: { base: -1n } }, /fees\.base must be drops as a BigInt/],
      [{ fees: { base: 10 } }, /fees\.base must be .* not 10$/],
      [
        { fees: { reserve: 1n } },
        /has no option fees\.reserve; the options are fees\.base, fees\.reserveBase, fees\.reserveIncrement$/,
      ],
      [{ closing: 'timer' }, /closing must be 'manual' or 'instant', not 'timer'$/],
      [{ host: 1 }, /host must be/],
      [{ port: 70_000 }, /port must be a whole number from 0 to 65535/],
      [{ allowRemoteAdmin: 'no' }, /allowRemoteAdmin must be true or false/],
      [{ balanc: 1n }, /^createLedger has no option balanc; the options are accounts, balance, /],
      [{ toString: 1n }, /has no option toString/],
      [null, /options must be an object/],
    ];
    for (const [options, message] of wrong) {
      await assert.rejects(createLedger(options as LedgerOptions), { name: 'RangeError', message });
    }
    const ledger = await begin(t, { accounts: 1, balance: undefined } as unknown as LedgerOptions);
    await assert.rejects(ledger.close({ second: 5 } as object), {
      name: 'RangeError',
      message: /^close has no option second/,
    });
  });

  test('refuses an address that other machines reach, as the command line does', async (t) => {
    for (const host of ['0.0.0.0', '::', '192.168.1.7', 'example.com', '']) {
      await assert.rejects(createLedger({ accounts: 0, host }), /allowRemoteAdmin/);
    }
    for (const half of [{ allowRemoteAdmin: true }, { allowRemoteTestBench: true }]) {
      await assert.rejects(createLedger({ accounts: 0, host: '0.0.0.0', ...half }), /allowRemote(Admin|TestBench)/);
    }
    const both = { allowRemoteAdmin: true, allowRemoteTestBench: true };
    const allowed = await begin(t, { accounts: 0, host: '0.0.0.0', ...both });
    assert.match(await allowed.httpUrl(), /^http:\/\/0\.0\.0\.0:\d+$/);
    assert.equal((await allowed.request('weir_clock', { freeze: true })).frozen, true);
  });

  test('writes and reads chains in its directory for files, if it has one', async (t) => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'weir-states-'));
    t.after(() => rmSync(stateDir, { recursive: true }));
    const ledger = await begin(t, { accounts: 1, stateDir });
    const { file, ledger_hash } = await ledger.request('weir_state', { save: 'funded' });
    assert.equal(file, path.join(stateDir, 'funded'));
    await ledger.close();
    assert.equal((await ledger.request('weir_state', { load: 'funded' })).ledger_hash, ledger_hash);
    const without = await begin(t, { accounts: 1 });
    const refused = { name: 'LedgerRequestError', code: 'notEnabled' };
    await assert.rejects(without.request('weir_state', { save: 'funded' }), refused);
  });

  test('listens on one port on demand until it is stopped', async () => {
    const ledger = await createLedger({ accounts: 1 });
    assert.deepEqual((await ledger.request('server_info')).info.ports, []);
    const [web, http] = await Promise.all([ledger.webSocketUrl(), ledger.httpUrl()]);
    assert.equal(web.replace('ws', 'http'), http);
    const ask = () => fetch(http, { method: 'POST', body: '{"method":"ledger_accept","params":[{}]}' });
    const { result } = (await (await ask()).json()) as { result: { ledger_current_index: number } };
    assert.equal(result.ledger_current_index, 4);
    const faucet = await fetch(`${http}/accounts`, { method: 'POST' });
    assert.equal(faucet.status, 200);
    const page = await fetch(http, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /^<!doctype html>/);
    await ledger.stop();
    await assert.rejects(ask());
  });

  test('rejects requests after a stop, and can be stopped again', async () => {
    const ledger = await createLedger({ accounts: 0 });
    await Promise.all([ledger.stop(), ledger[Symbol.asyncDispose]()]);
    await ledger.stop();
    await assert.rejects(ledger.request('ping'), /the ledger is stopped/);
    await assert.rejects(ledger.close(), /the ledger is stopped/);
    await assert.rejects(ledger.webSocketUrl(), /the ledger is stopped/);
  });

  test('rejects when the port is taken', async (t) => {
    const first = await begin(t, { accounts: 0 });
    const port = Number(new URL(await first.httpUrl()).port);
    const second = await begin(t, { accounts: 0, port });
    await assert.rejects(second.httpUrl(), { code: 'EADDRINUSE' });
    assert.deepEqual(await second.request('ping'), { role: 'admin' });
  });

  test('shares nothing with other ledgers', async () => {
    const ledgers = await Promise.all(Array.from({ length: 10 }, () => createLedger({ accounts: 2 })));
    await Promise.all(
      ledgers.map(async (ledger, index) => {
        const [payer, payee] = accountsOf(ledger);
        const payment = { TransactionType: 'Payment', Destination: payee.address } as const;
        await ledger.submit(payer, { ...payment, Amount: String(index + 1) });
        for (let closes = 0; closes <= index % 3; closes++) await ledger.close();
      }),
    );
    for (const [index, ledger] of ledgers.entries()) {
      assert.equal(await balanceOf(ledger, ledger.accounts[1]!.address), 100_000n * XRP + BigInt(index + 1));
      assert.equal((await ledger.request('ledger_current')).ledger_current_index, 4 + (index % 3));
      await ledger.stop();
    }
  });
});
