/** Connects to a server and gets test money: what every example begins with. */
import { Client, type Wallet } from 'xrpl';

export interface Session {
  readonly client: Client;
  /** So many new accounts with 1000 XRP each. */
  newWallets(count: number): Promise<Wallet[]>;
}

/** `url` is like ws://127.0.0.1:5005, of a server that was started with --dev. */
export async function connect(url: string): Promise<Session> {
  const client = new Client(url);
  await client.connect();
  const faucet = { faucetHost: new URL(url).host, faucetPath: '/accounts', faucetProtocol: 'http' } as const;
  const newWallets = async (count: number) => {
    const funded = Array.from({ length: count }, () => client.fundWallet(null, faucet));
    return (await Promise.all(funded)).map(({ wallet }) => wallet);
  };
  return { client, newWallets };
}

/** Runs an example from the command line against the server that is named there. */
export async function runExample(example: (url: string, print: (line: string) => void) => Promise<unknown>) {
  await example(process.argv[2] ?? 'ws://127.0.0.1:5005', console.log);
}
