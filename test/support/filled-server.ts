/**
 * A server with an entry of each type that requests can name. Its log is recorded: the server must answer all requests
 * of the hostile tests without logging anything.
 */

import { amountOf } from '../../src/protocol/amounts/amount-math.ts';
import { payChanKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import { type Hash256, type Issue, type StObject, XRP_CURRENCY } from '../../src/protocol/values.ts';
import type { MainServices } from '../../src/rpc/method/context.ts';
import type { AdminAccess } from '../../src/server/admission/caller.ts';
import { type HttpListener, type HttpServerOptions, listenHttp } from '../../src/server/http/http-server.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { type ClockTimer, systemClock } from '../../src/util/clock.ts';
import { makeEntriesOfEveryType } from './entries-of-every-type.ts';
import { Env, type EnvOptions, MASTER, party, submitNow } from './env.ts';
import { HttpClient } from './http-client.ts';
import { LedgerNames } from './ledger-names.ts';
import { type Answer, servicesOf } from './rpc-call.ts';
import { TestClock } from './test-clock.ts';
import { TEST_THREADS } from './thread-words.ts';
import { USD } from './token-ledger.ts';
import { listenWith, type ScratchStore, scratchStore, workersOf } from './worker-env.ts';

const SETTLE_DELAY_SECONDS = 3600;
const TRUST_SET_FREEZE = 0x00100000;

export const ISSUER = party('hostile issuer');
export const ALICE = party('hostile alice', 'ed25519');
export const BOB = party('hostile bob');
/** An account on a frozen line that the issuer has not authorized. */
const CAROL = party('hostile carol');
/** An account without a usable key: its master key is disabled, and its regular key is ACCOUNT_ONE. */
export const BLACK_HOLE = party('hostile hole');
const ACCOUNT_ONE = `${'0'.repeat(39)}1`;

const XRP: Issue = { currency: XRP_CURRENCY };
/** Carol is its door account on this ledger, and Alice its only witness. */
const CAROLS_BRIDGE = {
  LockingChainDoor: CAROL.id,
  LockingChainIssue: XRP,
  IssuingChainDoor: MASTER.id,
  IssuingChainIssue: XRP,
};
const CAROLS_REWARD_DROPS = 100n;

/** Refuses to revert, because other requests need its ledgers. */
class LastingStore extends MemoryStore {
  override revert(): void {
    throw new RangeError('this store cannot revert');
  }
}

/** The unexpected errors that the server logged, as text. */
export type Reports = string[];

export interface FilledServer {
  readonly env: Env;
  /** The services that methods get. */
  readonly services: MainServices;
  readonly listener: HttpListener;
  readonly port: number;
  /** Port of a listener without admin role. */
  readonly publicPort: number;
  readonly client: HttpClient;
  readonly reports: Reports;
  /** The channel from Alice to Bob, signed with Alice's own key. */
  readonly channelId: Hash256;
  /** Id of the last transaction, and index of its ledger. */
  readonly transactionId: Hash256;
  readonly ledgerIndex: number;
  /** Accounts, ids and values in the ledger when the fixture was complete. */
  readonly names: LedgerNames;
  /** Type → key of one entry of that type. */
  readonly entryKeys: ReadonlyMap<string, Hash256>;
  /** Calls a method by JSON-RPC; returns the whole answer. */
  call(method: string, params?: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Random requests may wait. Only timers of the machine can end such a wait, because no test moves this clock. */
class HostileClock extends TestClock {
  override after(delayMs: number, callback: () => void): ClockTimer {
    return systemClock.after(delayMs, callback);
  }
}

export interface HostileOptions extends Partial<Omit<HttpServerOptions, 'services'>>, EnvOptions {
  /** True: adds an entry of every type that Weir can create, not only of those that have a method. */
  readonly isFurnished?: boolean;
}

/** `WEIR_THREADS` sets the number of workers that serve its ports. */
export async function createFilledServer(options: HostileOptions = {}): Promise<FilledServer> {
  const scratch = TEST_THREADS > 0 && options.store === undefined ? scratchStore() : undefined;
  const store = scratch?.store ?? new LastingStore();
  const env = await Env.create({ clock: new HostileClock(), store, ...options });
  const known = await settle(env, options.isFurnished === true);
  const reports: Reports = [];
  const log = { error: (details: object, message: string) => void reports.push(report(details, message)) };
  const services = { ...servicesOf(env), log };
  const opened =
    scratch === undefined ? await portsHere(env, services, options) : await portsOf(env, services, scratch, options);
  const [listener, publicListener] = opened.listeners;
  const client = new HttpClient(listener.port);
  const call = async (method: string, params: object = {}) =>
    JSON.parse(String(await client.post(JSON.stringify({ method, params: [params] }))));
  const stop = async () => {
    client.close();
    await opened.close();
    await env.stop();
    scratch?.remove();
  };
  const ports = { port: listener.port, publicPort: publicListener.port };
  return { env, services, listener, ...ports, client, reports, ...known, call, stop };
}

/** The admin port and the public port. */
interface OpenedPorts {
  readonly listeners: readonly [HttpListener, HttpListener];
  close(): Promise<unknown>;
}

async function portsHere(env: Env, services: MainServices, options: HostileOptions): Promise<OpenedPorts> {
  const { streams } = env.weir;
  const open = (adminAccess: AdminAccess) => listenHttp({ services, streams, ...options, adminAccess }, 0, '127.0.0.1');
  const listeners = [await open(options.adminAccess ?? 'local'), await open('none')] as const;
  return { listeners, close: () => Promise.all(listeners.map((listener) => listener.close())) };
}

async function portsOf(
  env: Env,
  services: MainServices,
  scratch: ScratchStore,
  options: HostileOptions,
): Promise<OpenedPorts> {
  const workers = await workersOf(env, scratch, { ...options, services, threads: TEST_THREADS });
  const listeners = [
    await listenWith(workers, options),
    await listenWith(workers, { ...options, adminAccess: 'none' }),
  ] as const;
  return { listeners, close: () => workers.close() };
}

function report(details: object, message: string): string {
  const { err, ...rest } = details as { err?: Error };
  return `${message} ${JSON.stringify(rest)} ${err?.stack ?? String(err)}`;
}

/** Submits the transactions of the first ledgers. */
async function settle(
  env: Env,
  isFurnished: boolean,
): Promise<Pick<FilledServer, 'channelId' | 'transactionId' | 'ledgerIndex' | 'names' | 'entryKeys'>> {
  await env.fund(10_000, ISSUER, ALICE, BOB, CAROL, BLACK_HOLE);
  const { asfRequireAuth, asfDefaultRipple, asfAllowTrustLineLocking } = AccountSetFlags;
  for (const SetFlag of [asfRequireAuth, ...(isFurnished ? [asfDefaultRipple, asfAllowTrustLineLocking] : [])]) {
    env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
  }
  // A close reorders transactions, and these depend on each other.
  await env.close();
  const tokens = (value: bigint, issuer = ISSUER.id) => amountOf({ currency: USD, issuer }, value, 0, false);
  for (const holder of [ALICE, BOB, CAROL]) {
    env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens(1000n) }, 'tesSUCCESS');
  }
  env.submit(BLACK_HOLE, { TransactionType: 'SetRegularKey', RegularKey: ACCOUNT_ONE }, 'tesSUCCESS');
  await env.close();
  for (const holder of [ALICE, BOB]) {
    const authorization = { LimitAmount: tokens(0n, holder.id), Flags: 0x00010000 };
    env.submit(ISSUER, { TransactionType: 'TrustSet', ...authorization }, 'tesSUCCESS');
    env.submit(ISSUER, { TransactionType: 'Payment', Destination: holder.id, Amount: tokens(100n) }, 'tesSUCCESS');
  }
  const freeze = { LimitAmount: tokens(0n, CAROL.id), Flags: TRUST_SET_FREEZE };
  env.submit(ISSUER, { TransactionType: 'TrustSet', ...freeze }, 'tesSUCCESS');
  env.submit(BLACK_HOLE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDisableMaster }, 'tesSUCCESS');
  const signers = [{ SignerEntry: { Account: BOB.id, SignerWeight: 1 } }];
  env.submit(ALICE, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries: signers }, 'tesSUCCESS');
  const witnesses = [{ SignerEntry: { Account: ALICE.id, SignerWeight: 1 } }];
  env.submit(CAROL, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries: witnesses }, 'tesSUCCESS');
  const bridge = { XChainBridge: CAROLS_BRIDGE, SignatureReward: CAROLS_REWARD_DROPS };
  const terms = { ...bridge, MinAccountCreateAmount: 1_000_000n };
  env.submit(CAROL, { TransactionType: 'XChainCreateBridge', ...terms }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'DepositPreauth', Authorize: ALICE.id }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'TicketCreate', TicketCount: 3 }, 'tesSUCCESS');
  const sequence = env.account(ALICE)!.Sequence;
  const channel = { Destination: BOB.id, Amount: 1_000_000n, SettleDelay: SETTLE_DELAY_SECONDS };
  const creation = { TransactionType: 'PaymentChannelCreate', ...channel, PublicKey: ALICE.keys.publicKey };
  env.submit(ALICE, creation, 'tesSUCCESS');
  // More channels from and to both accounts, so that `account_channels` has several pages.
  env.submit(ALICE, creation, 'tesSUCCESS');
  env.submit(BOB, { ...creation, Destination: ALICE.id, PublicKey: BOB.keys.publicKey }, 'tesSUCCESS');
  env.submit(CAROL, { ...creation, PublicKey: CAROL.keys.publicKey }, 'tesSUCCESS');
  env.submit(CAROL, { TransactionType: 'CheckCreate', Destination: ALICE.id, SendMax: 1_000_000n }, 'tesSUCCESS');
  const escrow = { TransactionType: 'EscrowCreate', Destination: ALICE.id, FinishAfter: env.nowSeconds };
  env.submit(CAROL, { ...escrow, Amount: 1_000_000n }, 'tesSUCCESS');
  await env.close();
  if (isFurnished) await makeEntriesOfEveryType(env, { issuer: ISSUER, holder: ALICE, other: BOB });
  const claimId = { TransactionType: 'XChainCreateClaimID', ...bridge, OtherChainSource: BOB.id };
  env.submit(ALICE, claimId, 'tesSUCCESS');
  const last = env.sign(MASTER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1n });
  submitNow(env.node, last);
  await env.close();
  const channelId = payChanKeylet(ALICE.id, BOB.id, sequence).key;
  const names = namesIn(env);
  const entryKeys = new Map(names.types.map((type) => [type, names.ofType(type).at(-1)!.key]));
  return { channelId, transactionId: last.id, ledgerIndex: env.node.validated.ledgerIndex, names, entryKeys };
}

function namesIn({ node }: Env): LedgerNames {
  const entries = new Map<Hash256, StObject>();
  const view = node.openLedger.view;
  for (let key = view.nextKey('0'.repeat(64)); key !== undefined; key = view.nextKey(key)) {
    const entry = view.readAny(key);
    if (entry !== undefined) entries.set(key, entry as unknown as StObject);
  }
  return new LedgerNames(entries);
}
