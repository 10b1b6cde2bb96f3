/**
 * Tokens that only approved accounts may hold: the issuer requires authorization, a holder creates a trust line, the
 * issuer authorizes it and pays. README.md says how to run it.
 */
import { AccountSetAsfFlags, TrustSetFlags } from 'xrpl';
import { connect, runExample } from './connect.mjs';
import { submitAndWait } from './submit-and-wait.mjs';

/**
 * @import { Wallet } from 'xrpl'
 * @import { Session } from './connect.mjs'
 */

const REQUIRE_AUTH = 0x00040000;
const CURRENCY = 'FOO';

/**
 * Resolves to the holder's balance, a decimal number in a string.
 *
 * @param {string} url
 * @param {(line: string) => void} print
 */
export async function authorizedTrustLines(url, print) {
  const session = await connect(url);
  const { client } = session;
  const [issuer, holder] = /** @type {[Wallet, Wallet]} */ (await session.newWallets(2));
  print(`The issuer is ${issuer.address}.`);

  await submitAndWait(client, issuer, {
    TransactionType: 'AccountSet',
    Account: issuer.address,
    SetFlag: AccountSetAsfFlags.asfRequireAuth,
  });
  const { result: info } = await client.request({ command: 'account_info', account: issuer.address });
  print(`Require Auth is ${(info.account_data.Flags & REQUIRE_AUTH) === 0 ? 'disabled' : 'enabled'}.`);

  const limit = { currency: CURRENCY, issuer: issuer.address, value: '1000' };
  await submitAndWait(client, holder, { TransactionType: 'TrustSet', Account: holder.address, LimitAmount: limit });
  print(`Authorized before: ${await isAuthorized(session, holder, issuer)}`);

  await submitAndWait(client, issuer, {
    TransactionType: 'TrustSet',
    Account: issuer.address,
    LimitAmount: { currency: CURRENCY, issuer: holder.address, value: '0' },
    Flags: TrustSetFlags.tfSetfAuth,
  });
  print(`Authorized after: ${await isAuthorized(session, holder, issuer)}`);

  await submitAndWait(client, issuer, {
    TransactionType: 'Payment',
    Account: issuer.address,
    Destination: holder.address,
    Amount: { ...limit, value: '100' },
  });
  const lines = await client.request({ command: 'account_lines', account: holder.address, peer: issuer.address });
  const balance = lines.result.lines.find(({ currency }) => currency === CURRENCY)?.balance ?? '0';
  print(`The holder has ${balance} ${CURRENCY}.`);
  await client.disconnect();
  return balance;
}

/**
 * @param {Session} session
 * @param {Wallet} holder
 * @param {Wallet} issuer
 */
async function isAuthorized({ client }, holder, issuer) {
  const { result } = await client.request({
    command: 'account_lines',
    account: holder.address,
    peer: issuer.address,
    ledger_index: 'validated',
  });
  return result.lines.find(({ currency }) => currency === CURRENCY)?.peer_authorized === true;
}

await runExample(import.meta.url, authorizedTrustLines);
