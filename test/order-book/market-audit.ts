/**
 * Rules for each transaction in a market, checked on the entries before and after it and on its metadata: no drops and no
 * tokens are created, no offer is taken at a worse price than it asks, frozen balances and expired offers do not move, and
 * books list exactly the existing offers. Nothing of the engine is used.
 */
import assert from 'node:assert/strict';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { bookBaseKeylet } from '../../src/protocol/entries/keylets.ts';
import { EntryFlags } from '../../src/protocol/tables/flags.ts';
import {
  type AccountId,
  type Currency,
  type IssuedAmount,
  isIssued,
  type StArray,
  type StObject,
  type TradedAmount,
  XRP_CURRENCY,
} from '../../src/protocol/values.ts';
import { auditState } from '../simulation/audit-ledger.ts';
import { textOf } from '../support/token-ledger.ts';
import { Rational } from './rational.ts';

export type State = ReadonlyMap<string, StObject>;

/** A transaction that was applied. */
export interface Happening {
  readonly tx: StObject;
  readonly metadata: Uint8Array;
  readonly before: State;
  readonly after: State;
  readonly parentCloseTimeSeconds: number;
}

/** Upper bound of the rounding to sixteen digits in one transaction, as a share of its amounts. */
const ROUNDING = Rational.ofDecimal(1n, -12);
/** Upper bound of the difference to the price of a taken offer: prices and amounts with a transfer fee are rounded. */
const PRICE_ROUNDING = Rational.ofDecimal(1n, -9);
const ONE = new Rational(1n);
const NO_ISSUER = '0'.repeat(40);
const { lsfLowFreeze, lsfHighFreeze, lsfLowDeepFreeze, lsfHighDeepFreeze } = EntryFlags.RippleState;
const { lsfGlobalFreeze } = EntryFlags.AccountRoot;

/** Returns how many offers were taken from. */
export function auditTransaction(happening: Happening, totalDropsAfter: bigint): number {
  auditState(happening.after, totalDropsAfter);
  auditBooks(happening.after);
  auditTokens(happening);
  auditTakenOffers(happening);
  auditOwners(happening);
  auditFrozenLines(happening);
  return takenOffers(happening.metadata).length;
}

/** Each offer is in the directory of its book and of its price. */
function auditBooks(state: State): void {
  for (const offer of state.values()) {
    if (offer.LedgerEntryType !== 'Offer') continue;
    const [pays, gets] = [issueOf(offer.TakerPays as TradedAmount), issueOf(offer.TakerGets as TradedAmount)];
    const base = bookBaseKeylet({ takerPays: pays, takerGets: gets, domain: undefined }).key;
    const directory = offer.BookDirectory as string;
    assert.equal(directory.slice(0, 48), base.slice(0, 48), 'the book of an offer');
    const root = state.get(directory)!;
    assert.equal(root.ExchangeRate, BigInt(`0x${directory.slice(48)}`), 'the price of a directory is that in its key');
    assert.deepEqual(
      [root.TakerPaysCurrency, root.TakerPaysIssuer, root.TakerGetsCurrency, root.TakerGetsIssuer],
      [pays.currency, pays.issuer ?? NO_ISSUER, gets.currency, gets.issuer ?? NO_ISSUER],
      'the assets of a directory are those of its offers',
    );
  }
}

function issueOf(amount: TradedAmount): { readonly currency: Currency; readonly issuer?: AccountId } {
  return isIssued(amount) ? { currency: amount.currency, issuer: amount.issuer } : { currency: XRP_CURRENCY };
}

/** Only an issuer makes tokens. They disappear at their issuer and as its transfer fee, which its rate bounds. */
function auditTokens({ tx, metadata, before, after }: Happening): void {
  const [heldBefore, heldAfter] = [obligations(before), obligations(after)];
  const taken = takenOffers(metadata);
  const involved = new Set([tx.Account, tx.Destination, ...taken.map(({ owner }) => owner)]);
  for (const token of new Set([...heldBefore.keys(), ...heldAfter.keys()])) {
    const issuer = token.slice(0, 40);
    if (involved.has(issuer)) continue;
    const [was, is] = [heldBefore.get(token) ?? Rational.zero, heldAfter.get(token) ?? Rational.zero];
    const slack = was.absolute.times(ROUNDING);
    const change = is.minus(was);
    assert.ok(change.compare(slack) <= 0, `${change} of ${token} come from nowhere`);
    // What one holder gave and got in the same transaction is in none of the balances, but in the offers.
    const moved = throughOffers(taken, token).plus(movedBetweenHolders(before, after, token));
    const fee = moved.times(transferRate(before, issuer).minus(ONE));
    assert.ok(change.plus(fee).plus(slack).compare(Rational.zero) >= 0, `${change} of ${token} are lost, fee ${fee}`);
  }
}

/** What holders have of each token, by issuer and currency. */
function obligations(state: State): Map<string, Rational> {
  const sums = new Map<string, Rational>();
  for (const { token, held } of holdings(state)) sums.set(token, (sums.get(token) ?? Rational.zero).plus(held));
  return sums;
}

interface Holding {
  readonly key: string;
  readonly token: string;
  readonly holder: AccountId;
  readonly held: Rational;
}

/** Each line from both ends: what an issuer has of another's tokens are tokens of its own that it took back. */
function* holdings(state: State): Generator<Holding> {
  for (const [key, line] of state) {
    if (line.LedgerEntryType !== 'RippleState') continue;
    const { mantissa, exponent, currency } = line.Balance as IssuedAmount;
    const low = (line.LowLimit as IssuedAmount).issuer;
    const high = (line.HighLimit as IssuedAmount).issuer;
    const held = Rational.ofDecimal(mantissa, exponent);
    yield { key, token: high + currency, holder: low, held };
    yield { key, token: low + currency, holder: high, held: Rational.zero.minus(held) };
  }
}

/** The sum of what holders have less than before. */
function movedBetweenHolders(before: State, after: State, token: string): Rational {
  const later = new Map([...holdings(after)].filter((one) => one.token === token).map((one) => [one.holder, one.held]));
  let moved = Rational.zero;
  for (const one of holdings(before)) {
    if (one.token !== token) continue;
    const less = one.held.minus(later.get(one.holder) ?? Rational.zero);
    if (less.isPositive) moved = moved.plus(less);
  }
  return moved;
}

function throughOffers(taken: readonly TakenOffer[], token: string): Rational {
  const isToken = (amount: TradedAmount) => isIssued(amount) && amount.issuer + amount.currency === token;
  return taken.reduce((sum, { asked, offered, got, gave }) => {
    return sum.plus(isToken(asked) ? got : Rational.zero).plus(isToken(offered) ? gave : Rational.zero);
  }, Rational.zero);
}

function transferRate(state: State, issuer: AccountId): Rational {
  const root = rootOf(state, issuer);
  return new Rational(BigInt((root?.TransferRate as number | undefined) ?? 1_000_000_000), 1_000_000_000n);
}

interface TakenOffer {
  readonly owner: AccountId;
  readonly asked: TradedAmount;
  readonly offered: TradedAmount;
  readonly got: Rational;
  readonly gave: Rational;
  readonly expiration: number | undefined;
}

/** Offers that were taken at least partly, from the metadata. */
function takenOffers(metadata: Uint8Array): TakenOffer[] {
  return (decodeObject(metadata).AffectedNodes as StArray).flatMap((node): TakenOffer[] => {
    const {
      LedgerEntryType: type,
      PreviousFields,
      FinalFields,
    } = (node.ModifiedNode ?? node.DeletedNode ?? {}) as {
      [name: string]: StObject;
    } & StObject;
    const was = PreviousFields as StObject | undefined;
    if (type !== 'Offer' || was === undefined || (was.TakerPays === undefined && was.TakerGets === undefined))
      return [];
    const last = FinalFields as StObject;
    const [asked, offered] = [was.TakerPays ?? last.TakerPays, was.TakerGets ?? last.TakerGets] as [
      TradedAmount,
      TradedAmount,
    ];
    return [
      {
        owner: last.Account as AccountId,
        asked,
        offered,
        got: quantityOf(asked).minus(quantityOf(last.TakerPays as TradedAmount)),
        gave: quantityOf(offered).minus(quantityOf(last.TakerGets as TradedAmount)),
        expiration: last.Expiration as number | undefined,
      },
    ];
  });
}

/** Drops, or tokens. */
function quantityOf(amount: TradedAmount): Rational {
  return isIssued(amount) ? Rational.ofDecimal(amount.mantissa, amount.exponent) : new Rational(amount);
}

function auditTakenOffers({ metadata, parentCloseTimeSeconds }: Happening): void {
  for (const { owner, asked, offered, got, gave, expiration } of takenOffers(metadata)) {
    assert.ok(expiration === undefined || expiration > parentCloseTimeSeconds, 'an offer that is over is not taken');
    assert.ok(gave.compare(quantityOf(offered)) <= 0 && got.compare(quantityOf(asked)) <= 0, 'more than was offered');
    // got : gave ≥ asked : offered
    const fair = gave.times(quantityOf(asked)).dividedBy(quantityOf(offered));
    const slack = fair.times(PRICE_ROUNDING).plus(isIssued(asked) ? Rational.zero : ONE);
    const said = `${owner} asked ${textOfAmount(asked)} for ${textOfAmount(offered)}, got ${got} for ${gave}`;
    assert.ok(got.plus(slack).compare(fair) >= 0, said);
  }
}

/** Owners who had nothing else to do with it got what their offer got, and gave what it gave, with a fee at most. */
function auditOwners({ tx, metadata, before, after }: Happening): void {
  const taken = takenOffers(metadata);
  for (const { owner, asked, offered, got, gave } of taken) {
    const isAlone = taken.filter((one) => one.owner === owner).length === 1;
    if (!isAlone || [tx.Account, tx.Destination, issuerOf(asked), issuerOf(offered)].includes(owner)) continue;
    const gain = heldBy(after, owner, asked).minus(heldBy(before, owner, asked));
    const slack = quantityOf(asked)
      .plus(heldBy(after, owner, asked))
      .times(ROUNDING);
    assert.ok(gain.minus(got).absolute.compare(slack) <= 0, `${owner} got ${gain}, and the offer ${got}`);
    const loss = heldBy(before, owner, offered).minus(heldBy(after, owner, offered));
    const most = gave.times(isIssued(offered) ? transferRate(before, offered.issuer) : ONE);
    const margin = quantityOf(offered)
      .plus(heldBy(before, owner, offered))
      .times(ROUNDING);
    const isRight = loss.plus(margin).compare(gave) >= 0 && loss.minus(margin).compare(most) <= 0;
    assert.ok(isRight, `${owner} gave ${loss}, and the offer ${gave}`);
  }
}

function issuerOf(amount: TradedAmount): AccountId | undefined {
  return isIssued(amount) ? amount.issuer : undefined;
}

function heldBy(state: State, holder: AccountId, asset: TradedAmount): Rational {
  if (!isIssued(asset)) return new Rational(rootOf(state, holder)?.Balance as bigint);
  const token = asset.issuer + asset.currency;
  return [...holdings(state)].find((one) => one.holder === holder && one.token === token)?.held ?? Rational.zero;
}

function rootOf(state: State, account: AccountId): StObject | undefined {
  return [...state.values()].find((one) => one.LedgerEntryType === 'AccountRoot' && one.Account === account);
}

function textOfAmount(amount: TradedAmount): string {
  return isIssued(amount) ? textOf(amount) : `${amount} drops`;
}

/** Who holds frozen tokens can only give them back to their issuer; over a deep-frozen line nothing comes in either. */
function auditFrozenLines({ tx, before, after }: Happening): void {
  const later = new Map([...holdings(after)].map((one) => [one.key + one.token, one]));
  const frozen = globallyFrozen(before);
  for (const { key, holder, token, held } of holdings(before)) {
    if (!held.isPositive) continue;
    const issuer = token.slice(0, 40);
    const { Flags } = before.get(key) as { Flags: number } & StObject;
    const isIssuerLow = issuer < holder;
    const isFrozen = frozen.has(issuer) || (Flags & (isIssuerLow ? lsfLowFreeze : lsfHighFreeze)) !== 0;
    const isDeep = (Flags & (lsfLowDeepFreeze | lsfHighDeepFreeze)) !== 0;
    const now = later.get(key + token)?.held ?? Rational.zero;
    const isDirect = tx.TransactionType === 'Payment' && [tx.Account, tx.Destination].includes(issuer);
    if ((isFrozen || isDeep) && !isDirect)
      assert.ok(now.compare(held) >= 0, `${holder} spent frozen tokens of ${issuer}`);
    if (isDeep && !isDirect) assert.equal(now.compare(held), 0, `${holder} got tokens over a deep-frozen line`);
  }
}

function globallyFrozen(state: State): Set<AccountId> {
  const roots = [...state.values()].filter(({ LedgerEntryType }) => LedgerEntryType === 'AccountRoot');
  return new Set(
    roots.filter(({ Flags }) => ((Flags as number) & lsfGlobalFreeze) !== 0).map(({ Account }) => Account as AccountId),
  );
}
