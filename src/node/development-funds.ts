/**
 * Funds for development: ten accounts with public secrets, and payments from the master account, which owns all XRP of a new
 * chain. The secret of the master account is public as well.
 */
import { accountIdOfPublicKey, accountIdToAddress } from '../crypto/address.ts';
import { deriveKeyPair, type KeyPair } from '../crypto/key-pair.ts';
import { encodeEd25519Seed, seedOfPassphrase } from '../crypto/seed.ts';
import { MASTER_PASSPHRASE, masterAccount } from '../ledger/genesis.ts';
import { DROPS_PER_XRP } from '../protocol/amounts/amount-math.ts';
import type { AccountRoot } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../protocol/tables/flags.ts';
import { isTesSuccess } from '../protocol/tables/ter.ts';
import { demandsNetworkId, type Transaction } from '../protocol/transaction/transaction.ts';
import { signTransaction } from '../protocol/transaction/transaction-signature.ts';
import type { AccountId } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import type { LedgerEngine, LedgerNode } from './ledger-node.ts';

export interface DevelopmentAccount {
  readonly id: AccountId;
  readonly address: string;
  /** `sEd…`. */
  readonly seed: string;
  readonly keyPair: KeyPair;
}

const ACCOUNT_COUNT = 10;
const ACCOUNT_XRP = 100_000n;

/** Initial balance of each account. */
export const DEVELOPMENT_ACCOUNT_DROPS = ACCOUNT_XRP * DROPS_PER_XRP;

/** The ten accounts. They are the same on every server. */
export function developmentAccounts(): DevelopmentAccount[] {
  return Array.from({ length: ACCOUNT_COUNT }, (_, index) => developmentAccount(index));
}

/** The account with this index, from 0; the first ten are the accounts above. */
export function developmentAccount(index: number): DevelopmentAccount {
  const seed = seedOfPassphrase(`weir development account ${index + 1}`);
  const keyPair = deriveKeyPair(seed, 'ed25519');
  const account = accountIdOfPublicKey(keyPair.publicKey);
  return { id: account, address: accountIdToAddress(account), seed: encodeEd25519Seed(seed), keyPair };
}

/**
 * Pays each of the ten accounts that is not in the ledger yet, and closes the ledger if there was any. False if the master account
 * cannot pay, as on a chain that began with a ledger of another network.
 */
export async function fundDevelopmentAccounts(engine: LedgerEngine): Promise<boolean> {
  const { view } = engine.openLedger;
  const missing = developmentAccounts().filter(({ id }) => view.read(accountKeylet(id)) === undefined);
  const master = view.read(accountKeylet(masterAccount()));
  if (missing.length > 0 && (master?.Balance ?? 0n) < 2n * BigInt(missing.length) * DEVELOPMENT_ACCOUNT_DROPS)
    return false;
  for (const { id } of missing) {
    const { result } = await engine.submit(() => masterPayment(engine, id, DEVELOPMENT_ACCOUNT_DROPS));
    assert(isTesSuccess(result), `the master account can pay: ${result}`);
  }
  if (missing.length > 0) await engine.acceptLedger();
  return true;
}

/** True if the last validated ledger has the first of the accounts. */
export function hasDevelopmentAccounts(node: Pick<LedgerNode, 'validated' | 'view'>): boolean {
  return node.view(node.validated.ledgerIndex)?.read(accountKeylet(developmentAccount(0).id)) !== undefined;
}

/** A payment from the master account, signed. */
export function masterPayment(engine: LedgerEngine, destination: AccountId, drops: bigint): Transaction {
  const account = masterAccount();
  const fields = {
    TransactionType: 'Payment',
    Account: account,
    Destination: destination,
    Amount: drops,
    Fee: engine.fees.baseDrops,
    Sequence: engine.openLedger.view.read(accountKeylet(account))?.Sequence ?? 0,
    Flags: 0,
    ...(demandsNetworkId(engine.networkId) ? { NetworkID: engine.networkId } : {}),
  };
  return signTransaction(fields, deriveKeyPair(seedOfPassphrase(MASTER_PASSPHRASE), 'secp256k1'));
}

/** Drops of the master account of a fork, whose master account on the other network usually has none. */
const MASTER_DROPS = 10_000_000_000n * DROPS_PER_XRP;

/**
 * The accounts that pay on a fork, as they are in its first ledger: the master account, if it could not pay on the other network, and
 * new accounts with a balance. `read` reads that network's ledger.
 */
export function forkFunds(
  read: (account: AccountId) => Readonly<AccountRoot> | undefined,
  ledgerIndex: number,
  accounts: readonly { readonly id: AccountId; readonly drops: bigint }[],
): AccountRoot[] {
  const newAccount = (Account: AccountId, Balance: bigint): AccountRoot =>
    Object.assign(newEntry(accountKeylet(Account)), { Account, Balance, Sequence: ledgerIndex });
  const funded = accounts.filter(({ id }) => read(id) === undefined).map(({ id, drops }) => newAccount(id, drops));
  const master = read(masterAccount());
  const canPay =
    master !== undefined && master.Balance >= MASTER_DROPS && !hasFlag(master, EntryFlags.AccountRoot.lsfDisableMaster);
  if (canPay) return funded;
  const { RegularKey: _, ...rest } = master ?? newAccount(masterAccount(), MASTER_DROPS);
  return [{ ...rest, Balance: MASTER_DROPS, Flags: 0 }, ...funded];
}
