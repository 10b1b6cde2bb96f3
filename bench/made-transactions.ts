/**
 * A transaction that succeeds of each type of which the fuzzer of the engine makes none. Each maker prepares a ledger
 * that the fuzzer starts from, and gives what is then to be sent. `LedgerStateFix` is not here: no sound ledger has
 * anything that it could repair.
 */
import assert from 'node:assert/strict';
import { PARTIES, usd } from '../fuzz/fuzz-world.ts';
import { nftokenId } from '../src/protocol/entries/nftoken-id.ts';
import { AccountSetFlags, TransactionFlags } from '../src/protocol/tables/flags.ts';
import { createTransaction, type Transaction } from '../src/protocol/transaction/transaction.ts';
import { signInObject, signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { AccountId, IssuedAmount, StObject } from '../src/protocol/values.ts';
import { claimWord, createWord, type Witness } from '../test/support/bridge-ledger.ts';
import { entriesOf, usdOf } from '../test/support/entries-of-every-type.ts';
import { type Env, MASTER, type Party, party, submitNow } from '../test/support/env.ts';
import { mptIssuanceId } from '../test/support/ledger-names.ts';
import { USD } from '../test/support/token-ledger.ts';

type Sent = readonly [who: Party, fields: StObject];
type Maker = (env: Env) => Promise<Sent | Transaction>;

const [ISSUER, HOLDER, OTHER, FRESH] = PARTIES as [Party, Party, Party, Party];
const NEWCOMER = party('newcomer', 'ed25519');
const XRP = { currency: '0'.repeat(40) };
const USD_ISSUE = { currency: USD, issuer: ISSUER.id };
/** A dollar that its issuer may claw back. */
const FRESH_ISSUE = { currency: USD, issuer: FRESH.id };
/** What the types ask that make an account or delete one. */
const DEARER = { Fee: 200_000n };
/** So many ledgers after it was made an account may be deleted. */
const LEAST_AGE_LEDGERS = 256;
/** So many trust lines of a pool's are deleted at once. With more of them, the last withdrawal leaves an empty pool. */
const MOST_LINES_AT_ONCE = 512;
const BATCH = 20;
const SENT_DROPS = 2_000_000n;
const REWARD_DROPS = 100n;
const LEND = { PrincipalRequested: { mantissa: 1_000_000n, exponent: 0 }, InterestRate: 10_000, PaymentTotal: 10 };

const MAKERS: Readonly<Record<string, Maker>> = {
  async AMMClawback(env) {
    await issueClawable(env);
    const sides = { Amount: 10_000_000n, Amount2: usd(10n, FRESH.id) };
    await send(env, HOLDER, { TransactionType: 'AMMCreate', ...sides, TradingFee: 500, ...DEARER });
    return [FRESH, { TransactionType: 'AMMClawback', Holder: HOLDER.id, Asset: FRESH_ISSUE, Asset2: XRP }];
  },
  async AMMCreate(env) {
    await issueClawable(env);
    const sides = { Amount: 10_000_000n, Amount2: usd(10n, FRESH.id) };
    return [HOLDER, { TransactionType: 'AMMCreate', ...sides, TradingFee: 500, ...DEARER }];
  },
  async AMMDelete(env) {
    const { Account: issuer, LPTokenBalance } = entriesOf(env, 'AMM')[0]![1];
    const { currency } = LPTokenBalance as IssuedAmount;
    const LimitAmount = { ...usdOf(1n, issuer as AccountId), currency };
    const trusting = Array.from({ length: MOST_LINES_AT_ONCE + 1 }, (_, at) => party(`trusting ${at}`, 'ed25519'));
    for (let at = 0; at < trusting.length; at += BATCH) {
      const batch = trusting.slice(at, at + BATCH);
      await env.fund(10, ...batch);
      for (const who of batch) env.submit(who, { TransactionType: 'TrustSet', LimitAmount }, 'tesSUCCESS');
      await env.close();
    }
    const assets = { Asset: XRP, Asset2: USD_ISSUE };
    const Flags = TransactionFlags.AMMWithdraw.tfWithdrawAll;
    await send(env, HOLDER, { TransactionType: 'AMMWithdraw', ...assets, Flags });
    return [HOLDER, { TransactionType: 'AMMDelete', ...assets }];
  },
  async AMMDeposit() {
    const Flags = TransactionFlags.AMMDeposit.tfTwoAsset;
    const sides = { Asset: XRP, Asset2: USD_ISSUE, Amount: 1_000_000n, Amount2: usd(1n) };
    return [HOLDER, { TransactionType: 'AMMDeposit', ...sides, Flags }];
  },
  async AccountDelete(env) {
    await env.fund(100, NEWCOMER);
    for (let count = 0; count < LEAST_AGE_LEDGERS; count++) await env.close();
    return [NEWCOMER, { TransactionType: 'AccountDelete', Destination: HOLDER.id, ...DEARER }];
  },
  async EscrowCancel(env) {
    const { Sequence: OfferSequence } = env.account(HOLDER)!;
    const times = { FinishAfter: env.nowSeconds + 30, CancelAfter: env.nowSeconds + 60 };
    await send(env, HOLDER, { TransactionType: 'EscrowCreate', Destination: OTHER.id, Amount: usd(5n), ...times });
    env.clock.jump(60);
    await env.close();
    return [HOLDER, { TransactionType: 'EscrowCancel', Owner: HOLDER.id, OfferSequence }];
  },
  async LoanBrokerCoverClawback(env) {
    const { LoanBrokerID } = await lendFresh(env);
    return [FRESH, { TransactionType: 'LoanBrokerCoverClawback', LoanBrokerID, Amount: usd(1n, FRESH.id) }];
  },
  async LoanBrokerCoverWithdraw(env) {
    const { LoanBrokerID } = await lendFresh(env);
    return [HOLDER, { TransactionType: 'LoanBrokerCoverWithdraw', LoanBrokerID, Amount: usd(1n, FRESH.id) }];
  },
  async LoanDelete(env) {
    const { LoanID } = await borrow(env);
    const Flags = TransactionFlags.LoanPay.tfLoanFullPayment;
    await send(env, FRESH, { TransactionType: 'LoanPay', LoanID, Amount: SENT_DROPS, Flags });
    return [HOLDER, { TransactionType: 'LoanDelete', LoanID }];
  },
  async LoanManage(env) {
    const { LoanID } = await borrow(env);
    return [HOLDER, { TransactionType: 'LoanManage', LoanID, Flags: TransactionFlags.LoanManage.tfLoanImpair }];
  },
  async LoanPay(env) {
    const { LoanID } = await borrow(env);
    return [FRESH, { TransactionType: 'LoanPay', LoanID, Amount: 200_000n }];
  },
  async LoanSet(env) {
    return loanSet(env);
  },
  async MPTokenIssuanceDestroy(env) {
    const { Sequence } = env.account(FRESH)!;
    await send(env, FRESH, { TransactionType: 'MPTokenIssuanceCreate' });
    const MPTokenIssuanceID = mptIssuanceId(Sequence, FRESH.id);
    return [FRESH, { TransactionType: 'MPTokenIssuanceDestroy', MPTokenIssuanceID }];
  },
  async NFTokenModify(env) {
    const flags = TransactionFlags.NFTokenMint.tfMutable;
    await send(env, FRESH, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: flags });
    const serial = env.account(FRESH)!.FirstNFTokenSequence!;
    const NFTokenID = nftokenId({ flags, transferFee: 0, issuer: FRESH.id, taxon: 0, serial });
    return [FRESH, { TransactionType: 'NFTokenModify', NFTokenID, URI: '4142' }];
  },
  async VaultClawback(env) {
    const { VaultID } = await lendFresh(env);
    return [FRESH, { TransactionType: 'VaultClawback', VaultID, Holder: OTHER.id, Amount: usd(1n, FRESH.id) }];
  },
  async VaultDelete(env) {
    await send(env, FRESH, { TransactionType: 'VaultCreate', Asset: USD_ISSUE, WithdrawalPolicy: 1, ...DEARER });
    return [FRESH, { TransactionType: 'VaultDelete', VaultID: keyOf(env, 'Vault', FRESH.id) }];
  },
  async XChainAddAccountCreateAttestation(env) {
    const said = { ...(await witnessedBridge(env)), Destination: NEWCOMER.id, SignatureReward: REWARD_DROPS };
    return [FRESH, createWord(WITNESS, 50n * SENT_DROPS, said, { Account: FRESH.id })];
  },
  async XChainAddClaimAttestation(env) {
    const said = { ...(await witnessedBridge(env)), Destination: ISSUER.id };
    return [FRESH, claimWord(WITNESS, SENT_DROPS, said, { Account: FRESH.id })];
  },
  async XChainClaim(env) {
    const { XChainBridge, ...said } = await witnessedBridge(env);
    await send(env, FRESH, claimWord(WITNESS, SENT_DROPS, { XChainBridge, ...said }, { Account: FRESH.id }));
    const claim = { XChainBridge, XChainClaimID: 1n, Destination: FRESH.id, Amount: SENT_DROPS };
    return [HOLDER, { TransactionType: 'XChainClaim', ...claim }];
  },
  async XChainCreateBridge() {
    return [FRESH, { TransactionType: 'XChainCreateBridge', ...bridgeOf(FRESH), SignatureReward: REWARD_DROPS }];
  },
};

/** Whose word the door of the bridge takes. */
const WITNESS: Witness = { id: ISSUER.id, keys: ISSUER.keys, rewardAccount: ISSUER.id };

/**
 * A transaction of the type that succeeds in the ledger next, after what it needs was made there; undefined for a type
 * without a maker.
 */
export async function makeTransaction(env: Env, type: string): Promise<Transaction | undefined> {
  const made = await MAKERS[type]?.(env);
  return made === undefined || 'fields' in made ? made : env.sign(...made);
}

/** What can be tried without being kept: a dry run takes no signature of a counterparty's. */
export function forDryRun(transaction: Transaction): Transaction {
  const { fields } = transaction;
  if (!('CounterpartySignature' in fields)) return transaction;
  return createTransaction({ ...fields, CounterpartySignature: {} });
}

/** Has it applied and the ledger closed. */
async function send(env: Env, who: Party, fields: StObject): Promise<void> {
  env.submit(who, fields, 'tesSUCCESS');
  await env.close();
}

/** The key of the account's first entry of the type. */
function keyOf(env: Env, type: string, owner: AccountId): string {
  return entriesOf(env, type).find(([, { Owner }]) => Owner === owner)![0];
}

/** Gives the holder and the other dollars that their issuer may claw back. */
async function issueClawable(env: Env): Promise<void> {
  const { asfAllowTrustLineClawback, asfDefaultRipple } = AccountSetFlags;
  for (const SetFlag of [asfAllowTrustLineClawback, asfDefaultRipple]) {
    await send(env, FRESH, { TransactionType: 'AccountSet', SetFlag });
  }
  for (const holder of [HOLDER, OTHER]) {
    await send(env, holder, { TransactionType: 'TrustSet', LimitAmount: usd(10_000n, FRESH.id) });
    await send(env, FRESH, { TransactionType: 'Payment', Destination: holder.id, Amount: usd(1_000n, FRESH.id) });
  }
}

/** A vault of those dollars that the other has filled, and the holder's broker with cover. */
async function lendFresh(env: Env): Promise<{ readonly VaultID: string; readonly LoanBrokerID: string }> {
  await issueClawable(env);
  await send(env, HOLDER, { TransactionType: 'VaultCreate', Asset: FRESH_ISSUE, WithdrawalPolicy: 1, ...DEARER });
  const isOfFresh = ([, { Asset }]: [string, StObject]) => (Asset as { issuer?: string }).issuer === FRESH.id;
  const VaultID = entriesOf(env, 'Vault').find(isOfFresh)![0];
  await send(env, OTHER, { TransactionType: 'VaultDeposit', VaultID, Amount: usd(100n, FRESH.id) });
  await send(env, HOLDER, { TransactionType: 'LoanBrokerSet', VaultID, ...DEARER });
  const LoanBrokerID = entriesOf(env, 'LoanBroker').find(([, broker]) => broker.VaultID === VaultID)![0];
  await send(env, HOLDER, { TransactionType: 'LoanBrokerCoverDeposit', LoanBrokerID, Amount: usd(10n, FRESH.id) });
  return { VaultID, LoanBrokerID };
}

/** A loan of drops, which the broker's owner has signed as well. */
function loanSet(env: Env): Transaction {
  const vaults = new Map(entriesOf(env, 'Vault'));
  const isOfDrops = ([, { VaultID }]: [string, StObject]) =>
    !('issuer' in (vaults.get(VaultID as string)!.Asset as object));
  const LoanBrokerID = entriesOf(env, 'LoanBroker').find(isOfDrops)![0];
  const fields = {
    ...{ TransactionType: 'LoanSet', Account: FRESH.id, LoanBrokerID, ...LEND },
    ...{ Fee: 2n * env.node.fees.baseDrops, Sequence: env.account(FRESH)!.Sequence, Flags: 0 },
    SigningPubKey: FRESH.keys.publicKey,
  };
  return signTransaction(signInObject(fields, 'CounterpartySignature', HOLDER.keys).fields, FRESH.keys);
}

/** Makes that loan. */
async function borrow(env: Env): Promise<{ readonly LoanID: string }> {
  assert.equal(submitNow(env.node, loanSet(env)).result, 'tesSUCCESS');
  await env.close();
  return { LoanID: entriesOf(env, 'Loan')[0]![0] };
}

function bridgeOf(door: Party): StObject {
  const sides = { LockingChainDoor: door.id, LockingChainIssue: XRP };
  return { XChainBridge: { ...sides, IssuingChainDoor: MASTER.id, IssuingChainIssue: XRP } };
}

/** The door of the bridge lists its witness. Gives what a word about the first claim starts with. */
async function witnessedBridge(env: Env): Promise<StObject> {
  const SignerEntries = [{ SignerEntry: { Account: WITNESS.id, SignerWeight: 1 } }];
  await send(env, OTHER, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries });
  return { ...bridgeOf(OTHER), OtherChainSource: ISSUER.id };
}
