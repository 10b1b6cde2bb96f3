/** Creates transactions for every type of balance change, for tests of exports and of the explorer. */
import assert from 'node:assert/strict';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import { entriesOf, makeEntriesOfEveryType, usdOf } from './entries-of-every-type.ts';
import { type Env, type Party, party } from './env.ts';

const [ISSUER, HOLDER, OTHER, LEAVING] = ['issuer', 'holder', 'other', 'leaving'].map((name) => party(name)) as [
  Party,
  Party,
  Party,
  Party,
];
const { asfDefaultRipple, asfAllowTrustLineLocking } = AccountSetFlags;
/** Number of ledgers after which an account can be deleted. */
const LEDGERS_UNTIL_DELETION = 256;

/** Creates entries of every type, then ends escrows, cashes checks and deletes an account. */
export async function makeEveryBalanceChange(env: Env): Promise<void> {
  await env.fund(10_000, ISSUER, HOLDER, OTHER, LEAVING);
  for (const SetFlag of [asfDefaultRipple, asfAllowTrustLineLocking]) {
    env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
  }
  await env.close();
  for (const { id: Destination, ...who } of [HOLDER, OTHER]) {
    const holder = { id: Destination, ...who };
    env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: usdOf(1000n, ISSUER.id) }, 'tesSUCCESS');
    env.submit(ISSUER, { TransactionType: 'Payment', Destination, Amount: usdOf(500n, ISSUER.id) }, 'tesSUCCESS');
  }
  await env.close();
  await makeEntriesOfEveryType(env, { issuer: ISSUER, holder: HOLDER, other: OTHER });
  await emptyHoldings(env);
  const escrows = entriesOf(env, 'Escrow').sort(
    (a, b) => Number(a[1].CancelAfter ?? 0) - Number(b[1].CancelAfter ?? 0),
  );
  await env.close(env.nowSeconds + 1000);
  for (const [, { CancelAfter, OfferSequence, Sequence, Account, Destination }] of escrows) {
    const isCancelled = CancelAfter !== undefined;
    const who = { ...OTHER, ...(isCancelled ? HOLDER : {}) };
    const end = { Owner: Account, OfferSequence: (OfferSequence ?? Sequence) as number };
    assert.equal(Destination, OTHER.id);
    env.submit(who, { TransactionType: isCancelled ? 'EscrowCancel' : 'EscrowFinish', ...end }, 'tesSUCCESS');
    await env.close();
  }
  for (const [CheckID, { Destination, SendMax }] of entriesOf(env, 'Check')) {
    const who = Destination === OTHER.id ? OTHER : HOLDER;
    env.submit(who, { TransactionType: 'CheckCash', CheckID, Amount: SendMax }, 'tesSUCCESS');
    await env.close();
  }
  for (let at = 0; at < LEDGERS_UNTIL_DELETION; at++) await env.close();
  const deletion = {
    TransactionType: 'AccountDelete',
    Destination: HOLDER.id,
    Fee: env.node.fees.reserveIncrementDrops,
  };
  env.submit(LEAVING, deletion, 'tesSUCCESS');
  await env.close();
}

/** Returns to the issuer all MPTs that no escrow locks. */
async function emptyHoldings(env: Env): Promise<void> {
  for (const [, { Account, MPTAmount, MPTokenIssuanceID }] of entriesOf(env, 'MPToken')) {
    const who = [HOLDER, OTHER].find(({ id }) => id === Account);
    if (who === undefined || MPTAmount === undefined || !String(MPTokenIssuanceID).endsWith(ISSUER.id)) continue;
    const Amount = { value: MPTAmount as bigint, mptIssuanceId: MPTokenIssuanceID as string };
    env.submit(who, { TransactionType: 'Payment', Destination: ISSUER.id, Amount }, 'tesSUCCESS');
  }
  await env.close();
}
