/** The forms for transactions in a browser: input, simulation, submission. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { developmentAccounts, fundDevelopmentAccounts } from '../../src/node/development-funds.ts';
import { transactionFormat } from '../../src/protocol/tables/formats.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { Env } from '../support/env.ts';
import { type Call, rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

const { readPermissions } = await import(new URL('../../explorer/permissions.js', import.meta.url).href);
const [FIRST, SECOND] = developmentAccounts();
/** One of this number of transaction types is tested. */
const SHOWN_TYPES = 6;
/** Fields that signing fills in, or that are not part of the form. */
const NOT_IN_FORM = new Set(['TransactionType', 'Account', 'Sequence', 'Fee', 'SigningPubKey']);

describe('forms for transactions', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let view: ExplorerPage;
  let call: Call;
  before(async () => {
    ({ served, explorer: view, stop } = await openExplorer(({ node }) => fundDevelopmentAccounts(node)));
    call = rpcOf(served.env);
  });
  after(() => stop());

  async function openForm(type: string): Promise<void> {
    await view.page.evaluate(`location.hash = '#/send/${type}'`);
    const isOpen = `document.querySelector('#type')?.value === '${type}' && document.querySelector('#Account') !== null`;
    await view.until(isOpen);
  }

  /** Sets inputs by name. */
  async function fill(inputs: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(inputs)) {
      await view.page.waitForSelector(`[name="${name}"]`);
      await view.page.evaluate(`{
        const input = document.querySelector('[name="${name}"]');
        input.value = ${JSON.stringify(value)};
        input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
      }`);
    }
  }

  /** Simulates, signs with the key of the first account, submits, and closes a ledger. Returns the texts of the view. */
  async function simulateAndSubmit(code: string, press = 'Submit'): Promise<{ simulated: string; sent: string }> {
    await view.press('Simulate');
    const simulated = await view.wait('Simulation', code);
    await view.press('Use the key of development account 1');
    await view.wait('Signing with a key in this page (ed25519).');
    await view.press(press);
    await view.wait('Sent', 'pending');
    await served.env.close();
    return { simulated, sent: await view.wait('Final result') };
  }

  const sentTx = async (): Promise<{
    TransactionType: string;
    TransactionResult: string;
    [field: string]: unknown;
  }> => {
    const { transactions } = await call('account_tx', { account: FIRST!.address, ledger_index_min: -1, limit: 1 });
    return { ...transactions[0].tx, ...transactions[0].meta };
  };

  test('are not available without a test bench', async () => {
    await view.page.evaluate(`{
      window.parseJson = JSON.parse;
      JSON.parse = (text) => {
        const read = parseJson(text);
        delete read.result?.weir?.test_bench;
        return read;
      };
    }`);
    await view.see('#/send', 'This form is available on development servers only');
    assert.equal(await view.page.$('form.send-form'), null);
    await view.page.evaluate('JSON.parse = parseJson');
  });

  // The inputs of every type are in `modules.test.ts`.
  test('have an input for every required field', async () => {
    for (const type of SENT_TYPES.filter((_, at) => at % SHOWN_TYPES === 0)) {
      await openForm(type);
      const names = (await view.page.evaluate(
        `[...document.querySelectorAll('main label, main legend')].map((one) => one.innerText.replace(' (optional)', '').trim())`,
      )) as string[];
      const { fields } = transactionFormat(type)!;
      for (const { name, presence } of fields) {
        if (presence !== 'required' || NOT_IN_FORM.has(name)) continue;
        assert.ok(names.includes(name), `${type} has no ${name}, only ${names}`);
      }
    }
  });

  test('send a payment between development accounts by name', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '25.5' });
    const { simulated } = await simulateAndSubmit('tesSUCCESS');
    assert.match(simulated, /\+25\.5 XRP/);
    assert.match(simulated, /−25\.5 XRP\s+−0\.00001 XRP fee/);
    await view.wait('tesSUCCESS');
    const tx = await sentTx();
    assert.equal(tx.Amount, '25500000');
    assert.equal(tx.Destination, SECOND!.address);
    assert.equal(tx.SigningPubKey, FIRST!.keyPair.publicKey);
    assert.equal((await call('server_info')).weir.altered, undefined, 'a signed transaction does not mark the chain');
  });

  test('send a trust line with a flag', async () => {
    await openForm('TrustSet');
    await fill({ Account: FIRST!.address, LimitAmount: '100', 'LimitAmount.kind': 'token' });
    await view.page.click('details summary');
    await fill({ 'LimitAmount.currency': 'USD', 'LimitAmount.issuer': 'dev 2' });
    await view.page.click('input[name=tfSetNoRipple]');
    const { simulated } = await simulateAndSubmit('tesSUCCESS');
    assert.match(simulated, /Trust line\s*created/);
    const tx = await sentTx();
    assert.deepEqual(tx.LimitAmount, { currency: 'USD', issuer: SECOND!.address, value: '100' });
    assert.equal(tx.Flags, 0x0002_0000);
  });

  test('send an escrow with a time and memos', async () => {
    await openForm('EscrowCreate');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '7' });
    await fill({ FinishAfter: '2042-03-04T05:06:07' });
    await view.press('Add a Memo');
    await fill({ 'Memos.0.MemoData': 'for later', 'Memos.0.MemoType': '746578742F706C61696E' });
    await view.page.evaluate(`{
      const form = document.querySelector('[aria-label="MemoType format"]');
      form.value = 'hex';
      form.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await simulateAndSubmit('tesSUCCESS');
    const tx = await sentTx();
    const seconds = Math.floor(new Date('2042-03-04T05:06:07').getTime() / 1000) - 946_684_800;
    assert.equal(tx.FinishAfter, seconds);
    assert.deepEqual(tx.Memos, [
      { Memo: { MemoData: bytesToHex(Buffer.from('for later')), MemoType: '746578742F706C61696E' } },
    ]);
  });

  test('show why a transaction would fail, and can send it anyway', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '5', 'Amount.kind': 'token' });
    await fill({ 'Amount.currency': 'EUR', 'Amount.issuer': 'development account 3' });
    const { simulated, sent } = await simulateAndSubmit('tecPATH_DRY', 'Submit anyway');
    assert.match(simulated, /Why/);
    assert.match(simulated, /Checks, in order/);
    assert.match(sent, /Preliminary result\s+tecPATH_DRY/);
    assert.equal((await sentTx()).TransactionResult, 'tecPATH_DRY');
  });

  test('let the test bench submit without a key', async () => {
    await openForm('AccountSet');
    await fill({ Account: 'dev 3', SetFlag: '8' });
    await view.press('Simulate');
    await view.wait('Simulation');
    await view.press('Let the test bench sign');
    await view.press('Submit');
    await view.wait('Sent');
    await served.env.close();
    await view.wait('Final result');
    assert.equal(typeof (await call('server_info')).weir.altered.impersonate, 'number');
  });

  test('need a new simulation after a change', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '1' });
    await view.press('Simulate');
    await view.wait('Simulation');
    await fill({ Amount: '2' });
    await view.until(`!document.querySelector('main').innerText.includes('Simulation')`);
    await view.wait('Simulate first.');
    await view.press('Use the key of development account 1');
    await view.wait('Signing with');
    assert.equal(await view.page.$$eval('main button', (all) => all.at(-1)!.disabled), true);
    // The key stays.
    await view.press('Simulate');
    await view.press('Submit');
    await view.wait('Sent');
  });

  test('name missing and invalid fields', async () => {
    await openForm('AccountDelete');
    await openForm('Payment');
    await fill({ Account: 'dev 1' });
    for (const [inputs, message] of [
      [{}, 'Destination is missing.'],
      [{ Destination: 'dev 2' }, 'Amount is missing.'],
      [{ Amount: '0.0000001' }, 'Amount is not an amount of XRP with at most six decimal places.'],
      [{ Amount: 'much' }, 'Amount is not a number.'],
      [{ Amount: '1', DestinationTag: '1.5' }, 'DestinationTag is not a whole number.'],
      [{ DestinationTag: '', InvoiceID: 'AB' }, 'InvoiceID is not 64 hex digits.'],
      [{ InvoiceID: '', Paths: '{' }, 'Paths is not valid JSON.'],
      [{ Paths: '', Destination: 'nobody' }, 'has invalid data'],
    ] as const) {
      await fill(inputs);
      await view.press('Simulate');
      await view.wait(message);
    }
  });

  test('cause no errors in the console', () => {
    assert.deepEqual(view.faults, []);
  });
});

test('a page has no test bench on a server without one', async () => {
  for (const isTestBench of [false, true]) {
    const env = await Env.create({ isTestBench });
    const permissions = await readPermissions({ request: rpcOf(env) });
    assert.equal(permissions.isTestBench, isTestBench);
    await env.stop();
  }
});
