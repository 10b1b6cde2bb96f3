/**
 * An issuer tries freezing, clawback and authorization on a fork of a network, with its real holders, before anything is sent to it.
 * README.md says how to run it. Nothing reaches the network: the fork has ledgers of its own, and acts for the issuer without its key.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLedger } from '@weir-ledger/weir';

/**
 * @import { Ledger } from '@weir-ledger/weir'
 * @typedef {{ address: string, balance: string, isAuthorized: boolean, isFrozen: boolean }} Holder
 * @typedef {{ [field: string]: string | number | { [part: string]: string } }} TransactionFields
 */

const ASF_ALLOW_CLAWBACK = 16;
const TF_SET_AUTH = 0x00010000;
const TF_SET_FREEZE = 0x00100000;

/**
 * Takes the tokens of the first holder that has some, and approves a new one. Resolves to the holders before and after.
 *
 * @param {{ url: string, issuer: string, currency: string }} token
 * @param {(line: string) => void} print
 */
export async function rehearse({ url, issuer, currency }, print) {
  await using ledger = await createLedger({ fork: { url } });
  const before = await holdersOf(ledger, issuer, currency);
  show(`Holders of ${currency} before:`, before, print);
  const holder = before.find(({ balance }) => balance !== '0');
  if (holder === undefined) throw new Error(`${issuer} has no holders of ${currency}`);
  /** @param {string} title @param {TransactionFields} tx_json */
  const act = async (title, tx_json) => {
    const { engine_result } = await ledger.request('weir_impersonate', { tx_json });
    await ledger.close();
    print(`${title}: ${engine_result}`);
  };

  const line = { currency, issuer: holder.address, value: '0' };
  await act(`Freeze the line of ${holder.address}`, {
    TransactionType: 'TrustSet',
    Account: issuer,
    LimitAmount: line,
    Flags: TF_SET_FREEZE,
  });
  await act('Allow clawback', { TransactionType: 'AccountSet', Account: issuer, SetFlag: ASF_ALLOW_CLAWBACK });
  await act(`Claw back all of ${holder.address}`, {
    TransactionType: 'Clawback',
    Account: issuer,
    Amount: { ...line, value: holder.balance },
  });

  const [newcomer] = /** @type {[{ address: string }]} */ (/** @type {unknown} */ (ledger.accounts));
  await act(`A trust line of ${newcomer.address}`, {
    TransactionType: 'TrustSet',
    Account: newcomer.address,
    LimitAmount: { currency, issuer, value: '1000' },
  });
  await act('Authorize it', {
    TransactionType: 'TrustSet',
    Account: issuer,
    LimitAmount: { currency, issuer: newcomer.address, value: '0' },
    Flags: TF_SET_AUTH,
  });
  const after = await holdersOf(ledger, issuer, currency);
  show(`Holders of ${currency} after:`, after, print);
  return { before, after };
}

/**
 * The trust lines of the issuer.
 *
 * @param {Ledger} ledger
 * @param {string} issuer
 * @param {string} currency
 */
async function holdersOf(ledger, issuer, currency) {
  /** @type {Holder[]} */
  const holders = [];
  /** @type {string | undefined} */
  let marker;
  do {
    const page = marker === undefined ? {} : { marker };
    const answer = await ledger.request('account_lines', { account: issuer, ledger_index: 'validated', ...page });
    for (const line of answer.lines) {
      if (line.currency !== currency) continue;
      // The issuer sees its debts as negative balances.
      const balance = line.balance.replace(/^-/, '');
      holders.push({
        address: line.account,
        balance,
        isAuthorized: line.authorized === true,
        isFrozen: line.freeze === true,
      });
    }
    marker = answer.marker;
  } while (marker !== undefined);
  return holders;
}

/**
 * @param {string} title
 * @param {readonly Holder[]} holders
 * @param {(line: string) => void} print
 */
function show(title, holders, print) {
  print(title);
  for (const { address, balance, isAuthorized, isFrozen } of holders) {
    print(`  ${address} ${balance}${isAuthorized ? ' authorized' : ''}${isFrozen ? ' frozen' : ''}`);
  }
}

const [, program = '', url = '', issuer = '', currency = ''] = process.argv;
if (program !== '' && realpathSync(program) === realpathSync(fileURLToPath(import.meta.url))) {
  if (currency === '') {
    console.error('usage: rehearse-issuer.mjs URL ISSUER CURRENCY');
    process.exit(2);
  }
  await rehearse({ url, issuer, currency }, console.log).catch((error) => {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  });
}
