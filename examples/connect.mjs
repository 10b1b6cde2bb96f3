/** Connects to a server and creates funded accounts. All examples start with this. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'xrpl';

/** @import { Wallet } from 'xrpl' */

/**
 * @typedef {object} Session
 * @property {Client} client
 * @property {(count: number) => Promise<Wallet[]>} newWallets Creates this many accounts with 1000 XRP each.
 */

/** @typedef {(url: string, print: (line: string) => void) => Promise<unknown>} Example */

const START = 'npx --no-install weir start --ephemeral --dev --close-interval 0';

/**
 * Connects to a server that was started with `--dev`.
 *
 * @param {string} url Like `ws://127.0.0.1:5005`.
 * @returns {Promise<Session>}
 */
export async function connect(url) {
  const client = new Client(url);
  await client.connect().catch((error) => {
    throw new Error(`there is no server at ${url} (${error.message}): start one with ${START}`);
  });
  const faucet = /** @type {const} */ ({
    faucetHost: new URL(url).host,
    faucetPath: '/accounts',
    faucetProtocol: 'http',
  });
  /** @param {number} count */
  const newWallets = async (count) => {
    const funded = Array.from({ length: count }, () => client.fundWallet(null, faucet));
    return (await Promise.all(funded)).map(({ wallet }) => wallet);
  };
  return { client, newWallets };
}

/**
 * Runs an example against the server of the command line, if the example's file is the program that Node.js runs.
 *
 * @param {string} fileUrl `import.meta.url` of the example.
 * @param {Example} example
 */
export async function runExample(fileUrl, example) {
  const [, program, url = 'ws://127.0.0.1:5005'] = process.argv;
  if (program === undefined || realpathSync(program) !== realpathSync(fileURLToPath(fileUrl))) return;
  try {
    await example(url, console.log);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(1);
  }
}
