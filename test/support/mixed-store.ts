/**
 * Creates a data directory with payments, trust lines, tickets, channels, deleted entries and long lists of ledger
 * hashes.
 */
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env, MASTER, party } from './env.ts';
import { tokens } from './token-ledger.ts';

const ALICE = party('alice');
const BOB = party('bob');
const REQUIRE_AUTH = 2;
/** More than 256, the number of ledgers after which a second list of hashes begins. */
const EMPTY_LEDGERS = 256;

/** Creates the store in an empty directory. The first and the last few ledgers have transactions. */
export async function createMixedStore(directory: string): Promise<void> {
  const env = await Env.create({ store: openLmdbStore(directory) });
  await env.fund(10_000, ALICE, BOB);
  env.submit(ALICE, { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTH }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens('100', ALICE.id) }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'TicketCreate', TicketCount: 3 }, 'tesSUCCESS');
  await env.close();
  const ticket = env.account(BOB)!.Sequence - 1;
  env.submit(BOB, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket }, 'tesSUCCESS');
  env.submit(
    ALICE,
    {
      TransactionType: 'PaymentChannelCreate',
      Destination: BOB.id,
      Amount: 1_000_000n,
      SettleDelay: 60,
      PublicKey: ALICE.keys.publicKey,
    },
    'tesSUCCESS',
  );
  for (let ledger = 0; ledger < EMPTY_LEDGERS; ledger++) await env.close();
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens('0', ALICE.id) }, 'tesSUCCESS');
  for (let drops = 1n; drops <= 30n; drops++) {
    env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: drops }, 'tesSUCCESS');
  }
  await env.close();
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens('5', ALICE.id) }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'Payment', Destination: MASTER.id, Amount: 7n }, 'tesSUCCESS');
  await env.close();
  await env.stop();
}
