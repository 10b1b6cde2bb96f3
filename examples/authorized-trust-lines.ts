/**
 * Tokens that only approved accounts may hold: the issuer demands authorization, a holder asks for a trust line, the
 * issuer authorizes it and pays.
 *
 *     weir start --ephemeral --dev --close-interval 0
 *     node examples/authorized-trust-lines.ts ws://127.0.0.1:5005
 */
import { AccountSetAsfFlags, TrustSetFlags, type Wallet } from 'xrpl';
import { connect, runExample, type Session } from './connect.ts';
import { submitAndWait } from './submit-and-wait.ts';

const REQUIRE_AUTH = 0x00040000;
const CURRENCY = 'FOO';

export async function authorizedTrustLines(url: string, print: (line: string) => void): Promise<string> {
  const session = await connect(url);
  const { client } = session;
  const [issuer, holder] = (await session.newWallets(2)) as [Wallet, Wallet];

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

async function isAuthorized({ client }: Session, holder: Wallet, issuer: Wallet): Promise<boolean> {
  const { result } = await client.request({
    command: 'account_lines',
    account: holder.address,
    peer: issuer.address,
    ledger_index: 'validated',
  });
  return result.lines.find(({ currency }) => currency === CURRENCY)?.peer_authorized === true;
}

if (import.meta.main) await runExample(authorizedTrustLines);
