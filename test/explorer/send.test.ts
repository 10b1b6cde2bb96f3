/** Forms for sending in a real browser: one for each type, what a transaction would do, and the deed. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import * as keypairs from 'ripple-keypairs';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { developmentAccounts, fundDevelopmentAccounts } from '../../src/node/development-funds.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import { objectToJson } from '../../src/protocol/json/to-json.ts';
import { transactionFormat } from '../../src/protocol/tables/formats.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { arbitraryTransaction } from '../support/arbitrary-transaction.ts';
import { type Call, rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { type ExplorerPage, inExplorer, openExplorer } from './support/page.ts';

const [FIRST, SECOND] = developmentAccounts();
/** What a form does not ask for, or has elsewhere. */
const NOT_ASKED = new Set(['TransactionType', 'Account', 'Sequence', 'Fee', 'SigningPubKey']);

describe('forms for sending in a browser', { skip: NO_BROWSER ?? false }, () => {
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
    await view.page.waitForFunction(isOpen);
  }

  /** Sets inputs by their names, as somebody who types would. */
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

  /** Simulates, signs with the known key of the first account, submits, and closes a ledger. Gives the view's text. */
  async function simulateAndSubmit(code: string, press = 'Submit'): Promise<{ simulated: string; sent: string }> {
    await view.press('Simulate');
    const simulated = await view.wait('What it would do', code);
    await view.press('Use the key of development account 1');
    await view.wait('Signed by a key in this page (ed25519).');
    await view.press(press);
    await view.wait('Sent', 'when a ledger closes');
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

  test('there is one for every type, with an input for every field that the format demands', async () => {
    assert.ok(SENT_TYPES.length >= 70);
    for (const type of SENT_TYPES) {
      await openForm(type);
      const names = (await view.page.evaluate(
        `[...document.querySelectorAll('main label, main legend')].map((one) => one.innerText.replace(' (optional)', '').trim())`,
      )) as string[];
      const { fields } = transactionFormat(type)!;
      for (const { name, presence } of fields) {
        if (presence !== 'required' || NOT_ASKED.has(name)) continue;
        assert.ok(names.includes(name), `${type} asks for no ${name}, but for ${names}`);
      }
    }
  });

  test('a payment between accounts that are known by name goes through', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '25.5' });
    const { simulated } = await simulateAndSubmit('tesSUCCESS');
    assert.match(simulated, /\+25\.5 XRP/);
    assert.match(simulated, /-25\.50001 XRP/);
    await view.wait('tesSUCCESS');
    const tx = await sentTx();
    assert.equal(tx.Amount, '25500000');
    assert.equal(tx.Destination, SECOND!.address);
    assert.equal(tx.SigningPubKey, FIRST!.keyPair.publicKey);
    assert.equal((await call('server_info')).weir.altered, undefined, 'a signature of the page alters nothing');
  });

  test('a trust line with a flag goes through', async () => {
    await openForm('TrustSet');
    await fill({ Account: FIRST!.address, LimitAmount: '100', 'LimitAmount.kind': 'token' });
    await view.page.click('details summary');
    await fill({ 'LimitAmount.currency': 'USD', 'LimitAmount.issuer': 'dev 2' });
    await view.page.click('input[name=tfSetNoRipple]');
    const { simulated } = await simulateAndSubmit('tesSUCCESS');
    assert.match(simulated, /RippleState created/);
    const tx = await sentTx();
    assert.deepEqual(tx.LimitAmount, { currency: 'USD', issuer: SECOND!.address, value: '100' });
    assert.equal(tx.Flags, 0x0002_0000);
  });

  test('an escrow with a time and memos goes through', async () => {
    await openForm('EscrowCreate');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '7' });
    await fill({ FinishAfter: '2042-03-04T05:06:07' });
    await view.press('Add a Memo');
    await fill({ 'Memos.0.MemoData': 'for later', 'Memos.0.MemoType': '746578742F706C61696E' });
    await view.page.evaluate(`{
      const form = document.querySelector('[aria-label="MemoType is"]');
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

  test('one that fails says why before it is sent, and can be sent all the same', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '5', 'Amount.kind': 'token' });
    await fill({ 'Amount.currency': 'EUR', 'Amount.issuer': 'development account 3' });
    const { simulated, sent } = await simulateAndSubmit('tecPATH_DRY', 'Submit all the same');
    assert.match(simulated, /Why/);
    assert.match(simulated, /What was checked, in order/);
    assert.match(sent, /Result so far\s+tecPATH_DRY/);
    assert.equal((await sentTx()).TransactionResult, 'tecPATH_DRY');
  });

  test('the test bench submits for an account whose key nobody has', async () => {
    await openForm('AccountSet');
    await fill({ Account: 'dev 3', SetFlag: '8' });
    await view.press('Simulate');
    await view.wait('What it would do');
    await view.press('Let the test bench sign');
    await view.press('Submit');
    await view.wait('Sent');
    await served.env.close();
    await view.wait('Final result');
    assert.equal(typeof (await call('server_info')).weir.altered.impersonate, 'number');
  });

  test('what was changed after a simulation is simulated anew before it is sent', async () => {
    await openForm('Payment');
    await fill({ Account: 'dev 1', Destination: 'dev 2', Amount: '1' });
    await view.press('Simulate');
    await view.wait('What it would do');
    await fill({ Amount: '2' });
    await view.page.waitForFunction(`!document.querySelector('main').innerText.includes('What it would do')`);
    await view.wait('Simulate it first.');
    await view.press('Use the key of development account 1');
    await view.wait('Signed by');
    assert.equal(await view.page.$$eval('main button', (all) => all.at(-1)!.disabled), true);
    // The key stays, whatever is changed meanwhile.
    await view.press('Simulate');
    await view.press('Submit');
    await view.wait('Sent');
  });

  test('what is missing or meaningless is named before anything is asked', async () => {
    await openForm('AccountDelete');
    await openForm('Payment');
    await fill({ Account: 'dev 1' });
    for (const [inputs, says] of [
      [{}, 'Destination is missing.'],
      [{ Destination: 'dev 2' }, 'Amount is missing.'],
      [{ Amount: '0.0000001' }, 'Amount is not a number of XRP with up to six digits behind the point.'],
      [{ Amount: 'much' }, 'Amount is no number.'],
      [{ Amount: '1', DestinationTag: '1.5' }, 'DestinationTag is no whole number.'],
      [{ DestinationTag: '', InvoiceID: 'AB' }, 'InvoiceID is not 64 hex digits.'],
      [{ InvoiceID: '', Paths: '{' }, 'Paths is no JSON.'],
      [{ Paths: '', Destination: 'nobody' }, 'has invalid data'],
    ] as const) {
      await fill(inputs);
      await view.press('Simulate');
      await view.wait(says);
    }
  });

  test('the bytes that the page makes are those of the server and of client libraries', async () => {
    const seed = seedOfPassphrase('browser');
    const samples = SENT_TYPES.flatMap((type) => fc.sample(arbitraryTransaction(type), { numRuns: 1, seed: 21 }))
      .map((fields) => ({ json: objectToJson(fields), hex: bytesToHex(encodeObject(fields)) }))
      .filter(({ json }) => !JSON.stringify(json).includes('"PermissionValue"'));
    assert.ok(samples.length > 60);
    const { made, signature } = (await view.page.evaluate(`(async () => {
      const folder = document.querySelector('script[src]').src.replace('app.js', '');
      const { serialize, Definitions } = await import(folder + 'signing/serialize.js');
      const { bytesToHex } = await import(folder + 'signing/bytes.js');
      const { keysOfSecret } = await import(folder + 'signing/keys.js');
      const socket = new WebSocket('ws://' + location.host);
      await new Promise((resolve) => (socket.onopen = resolve));
      const answer = new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(JSON.parse(data).result)));
      socket.send(JSON.stringify({ id: 1, command: 'server_definitions' }));
      const definitions = new Definitions(await answer);
      const [keys] = keysOfSecret(${JSON.stringify(encodeSeed(seed))});
      const samples = ${JSON.stringify(samples.map(({ json }) => json))};
      return {
        made: samples.map((json) => bytesToHex(serialize(definitions, json))),
        signature: keys.sign(Uint8Array.of(1, 2, 3)),
      };
    })()`)) as { made: string[]; signature: string };
    assert.deepEqual(
      made,
      samples.map(({ hex }) => hex),
    );
    assert.equal(signature, keypairs.sign('010203', keypairs.deriveKeypair(encodeSeed(seed)).privateKey));
  });

  test('fit a narrow screen, and the page complained of nothing', async () => {
    await view.page.setViewport({ width: 360, height: 700 });
    for (const type of ['Payment', 'XChainAddClaimAttestation', 'OracleSet']) {
      await openForm(type);
      const width = (await view.page.evaluate('document.documentElement.scrollWidth')) as number;
      assert.ok(width <= 360, `${type}: ${width}`);
    }
    assert.deepEqual(view.faults, []);
  });
});

describe('forms for sending on a server that is not for development', { skip: NO_BROWSER ?? false }, () => {
  test('are not there, and the view says why', async () => {
    await inExplorer({ isTestBench: false }, async ({ explorer: view }) => {
      await view.see('#/send', 'The forms for sending are for servers for development');
      assert.equal(await view.page.$('form.send-form'), null);
    });
  });
});
