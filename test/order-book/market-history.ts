/**
 * Random histories of a market, through the whole engine: two issuers, one of them with a transfer fee, offers in all
 * books between their tokens and XRP, payments along random paths, freezes, and offers that end.
 */
import assert from 'node:assert/strict';
import type { OpenView } from '../../src/ledger/open-view.ts';
import type { LedgerEntry } from '../../src/protocol/entries/entries.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import {
  type Currency,
  type IssuedAmount,
  type StObject,
  type TradedAmount,
  XRP_CURRENCY,
} from '../../src/protocol/values.ts';
import { applyTransaction } from '../../src/transactions/engine/engine.ts';
import { type Party, party } from '../support/env.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { TEST_FEE_DROPS, TEST_FEES } from '../support/test-view.ts';
import { TokenLedger, testCurrency, tokens, USD } from '../support/token-ledger.ts';
import { auditTransaction, type State } from './market-audit.ts';

const ACTIONS = 60;
const ACTIONS_A_LEDGER = 8;
const SECONDS_A_LEDGER = 10;
const START_SECONDS = 1_000_000;
const EUR = testCurrency('EUR');
const ISSUERS = [party('gate'), party('house')] as const;
const TRADERS = ['alice', 'bob', 'carol', 'dave'].map((name) => party(name));
const TOKENS: readonly { readonly issuer: Party; readonly currency: Currency }[] = [
  { issuer: ISSUERS[0], currency: USD },
  { issuer: ISSUERS[0], currency: EUR },
  { issuer: ISSUERS[1], currency: USD },
];
const TRANSFER_RATES = [0, 1_000_000_000, 1_002_000_000, 1_250_000_000, 2_000_000_000];
const DROPS_PER_UNIT = 1_000_000n;
const PLENTY_DROPS = 1_000_000_000_000n;
/** Above the reserve for a few entries, so that it bounds what can be offered. */
const FEW_DROPS = 30_000_000n;
const TRUST_LIMIT = '1000000000';
const { tfPassive, tfImmediateOrCancel, tfFillOrKill, tfSell } = TransactionFlags.OfferCreate;
const { tfPartialPayment, tfLimitQuality, tfNoRippleDirect } = TransactionFlags.Payment;
const OTHER_PAYMENT_FLAGS = [tfLimitQuality, tfNoRippleDirect];
const { tfSetFreeze, tfClearFreeze, tfSetDeepFreeze, tfClearDeepFreeze } = TransactionFlags.TrustSet;
const { asfGlobalFreeze } = AccountSetFlags;

/** How often each result came of each type, `Payment tecPATH_DRY`, and how many offers (3 or more) were taken: `Payment took 2`. */
export type Tally = Map<string, number>;

export class MarketHistory {
  readonly #random: SeededRandom;
  readonly #tally: Tally;
  #ledger = new TokenLedger({ closeTimeSeconds: START_SECONDS });
  #closeTimeSeconds = START_SECONDS;
  #state: State = new Map();

  constructor(random: SeededRandom, tally: Tally) {
    this.#random = random;
    this.#tally = tally;
    this.#found();
  }

  /** Throws if a rule is broken. */
  play(): void {
    for (let action = 0; action < ACTIONS; action++) {
      if (action % ACTIONS_A_LEDGER === 0) this.#closeLedger();
      const [who, fields] = this.#next();
      this.#apply(who, fields);
    }
  }

  #found(): void {
    const { lsfDefaultRipple } = EntryFlags.AccountRoot;
    for (const { id } of ISSUERS) this.#ledger.fund(id, { Balance: PLENTY_DROPS, Flags: lsfDefaultRipple });
    for (const [at, { id }] of TRADERS.entries()) this.#ledger.fund(id, { Balance: at < 2 ? PLENTY_DROPS : FEW_DROPS });
    for (const { id: Account } of TRADERS) {
      for (const { issuer, currency } of TOKENS) {
        if (this.#random.chance(0.1)) continue;
        const LimitAmount = tokens(TRUST_LIMIT, issuer.id, currency);
        const { result } = this.#ledger.apply({ TransactionType: 'TrustSet', Account, LimitAmount });
        assert.equal(result, 'tesSUCCESS');
        const Amount = tokens(this.#number(), issuer.id, currency);
        this.#ledger.apply({ TransactionType: 'Payment', Account: issuer.id, Destination: Account, Amount });
      }
    }
    this.#state = stateOf(this.#ledger.view);
  }

  /** The same entries in a new ledger, later. */
  #closeLedger(): void {
    this.#closeTimeSeconds += SECONDS_A_LEDGER;
    const next = new TokenLedger({ closeTimeSeconds: this.#closeTimeSeconds });
    for (const entry of this.#state.values()) next.put(entry as unknown as LedgerEntry);
    this.#ledger = next;
  }

  #apply(who: Party, fields: StObject): void {
    const sent = {
      Account: who.id,
      Fee: TEST_FEE_DROPS,
      Sequence: this.#ledger.account(who.id).Sequence,
      Flags: 0,
      ...fields,
      SigningPubKey: who.keys.publicKey,
    };
    const transaction = signTransaction(sent, who.keys);
    const before = this.#state;
    const { view } = this.#ledger;
    const { result, metadata } = applyTransaction(view, transaction, { fees: TEST_FEES, networkId: 0 }, {}, (bug) => {
      throw bug;
    });
    this.#count(`${fields.TransactionType} ${result}`);
    assert.ok(!/EXCEPTION|INVARIANT|INTERNAL/.test(result), result);
    if (metadata === undefined) return;
    const after = stateOf(view);
    this.#state = after;
    const parentCloseTimeSeconds = this.#closeTimeSeconds;
    const happening = {
      tx: sent,
      metadata: metadata.bytes,
      before,
      after,
      parentCloseTimeSeconds,
    };
    const taken = auditTransaction(happening, dropsIn(before) - TEST_FEE_DROPS);
    this.#count(`${fields.TransactionType} took ${Math.min(taken, 3)}`);
  }

  #count(name: string): void {
    this.#tally.set(name, (this.#tally.get(name) ?? 0) + 1);
  }

  #next(): [who: Party, fields: StObject] {
    const trader = this.#random.pick([...TRADERS, ...TRADERS, ...ISSUERS]);
    const choice = this.#random.next();
    if (choice < 0.55) return [trader, this.#offer()];
    if (choice < 0.85) return [trader, this.#payment(trader)];
    if (choice < 0.9) return [trader, this.#cancellation(trader)];
    const issuer = this.#random.pick(ISSUERS);
    return [issuer, choice < 0.96 ? this.#freeze(issuer) : this.#issuerTerms()];
  }

  #offer(): StObject {
    const random = this.#random;
    const pays = this.#amount();
    let gets = this.#amount();
    while (assetOf(gets) === assetOf(pays)) gets = this.#amount();
    const flags = [tfPassive, tfImmediateOrCancel, tfFillOrKill, tfSell].filter(() => random.chance(0.15));
    const Expiration = this.#closeTimeSeconds + random.between(1, 4 * SECONDS_A_LEDGER);
    return {
      TransactionType: 'OfferCreate',
      TakerPays: pays,
      TakerGets: gets,
      Flags: flags.reduce((bits, flag) => bits | flag, 0),
      ...(random.chance(0.3) ? { Expiration } : {}),
    };
  }

  #payment(sender: Party): StObject {
    const random = this.#random;
    const Destination = random.pick([...TRADERS, ...ISSUERS].filter(({ id }) => id !== sender.id)).id;
    const Amount = this.#amount();
    if (typeof Amount === 'bigint' && random.chance(0.2)) return { TransactionType: 'Payment', Destination, Amount };
    let SendMax = this.#amount();
    while (typeof Amount === 'bigint' && typeof SendMax === 'bigint') SendMax = this.#amount();
    const flags = [tfPartialPayment, ...OTHER_PAYMENT_FLAGS.filter(() => random.chance(0.1))];
    if (random.chance(0.4)) flags.shift();
    const Paths = Array.from({ length: random.between(0, 4) }, () => this.#path(assetOf(SendMax), assetOf(Amount)));
    return {
      TransactionType: 'Payment',
      Destination,
      Amount,
      SendMax,
      Flags: flags.reduce((bits, flag) => bits | flag, 0),
      ...(Paths.length > 0 ? { Paths } : {}),
    };
  }

  /** Mostly through one other asset; otherwise through up to three books or accounts, whether that makes sense or not. */
  #path(from: string, to: string): StObject[] {
    if (this.#random.chance(0.2)) return Array.from({ length: this.#random.between(1, 3) }, () => this.#step());
    const between = this.#step();
    if (from === assetOfStep(between) || to === assetOfStep(between)) return [stepTo(to)];
    return to === 'XRP' ? [between] : [between, stepTo(to)];
  }

  #step(): StObject {
    if (this.#random.chance(0.35)) return stepTo('XRP');
    const { issuer, currency } = this.#random.pick(TOKENS);
    return this.#random.chance(0.1) ? { account: issuer.id } : { currency, issuer: issuer.id };
  }

  #cancellation({ id }: Party): StObject {
    const own = [...this.#state.values()].filter((one) => one.LedgerEntryType === 'Offer' && one.Account === id);
    const OfferSequence = own.length === 0 ? 1 : (this.#random.pick(own).Sequence as number);
    return { TransactionType: 'OfferCancel', OfferSequence };
  }

  #freeze(issuer: Party): StObject {
    const currency = this.#random.pick(TOKENS.filter((one) => one.issuer === issuer)).currency;
    const LimitAmount = tokens('0', this.#random.pick(TRADERS).id, currency);
    const Flags = this.#random.pick([
      tfSetFreeze,
      tfClearFreeze,
      tfSetFreeze | tfSetDeepFreeze,
      tfClearFreeze | tfClearDeepFreeze,
    ]);
    return { TransactionType: 'TrustSet', LimitAmount, Flags };
  }

  #issuerTerms(): StObject {
    const choice = this.#random.next();
    if (choice < 0.1) return { TransactionType: 'AccountSet', SetFlag: asfGlobalFreeze };
    if (choice < 0.6) return { TransactionType: 'AccountSet', ClearFlag: asfGlobalFreeze };
    return { TransactionType: 'AccountSet', TransferRate: this.#random.pick(TRANSFER_RATES) };
  }

  #amount(): TradedAmount {
    if (this.#random.chance(0.35))
      return BigInt(this.#random.between(1, 100)) * this.#random.pick([1n, DROPS_PER_UNIT, 123_457n]);
    const { issuer, currency } = this.#random.pick(TOKENS);
    return tokens(this.#number(), issuer.id, currency) as IssuedAmount;
  }

  #number(): string {
    const random = this.#random;
    if (random.chance(0.5)) return String(random.between(1, 100));
    return `${random.between(0, 99)}.${random
      .between(1, 999_999)
      .toString()
      .padStart(random.pick([6, 9, 12]), '0')}`;
  }
}

function assetOf(amount: TradedAmount): string {
  return typeof amount === 'bigint' ? 'XRP' : amount.currency + amount.issuer;
}

function assetOfStep({ currency, issuer }: StObject): string {
  return issuer === undefined ? 'XRP' : `${currency}${issuer}`;
}

function stepTo(asset: string): StObject {
  return asset === 'XRP' ? { currency: XRP_CURRENCY } : { currency: asset.slice(0, 40), issuer: asset.slice(40) };
}

function stateOf(view: OpenView): State {
  const present = [...view.changedEntries].filter(([, entry]) => entry !== null);
  return new Map(present.map(([key, entry]) => [key, structuredClone(entry) as unknown as StObject]));
}

function dropsIn(state: State): bigint {
  const roots = [...state.values()].filter(({ LedgerEntryType }) => LedgerEntryType === 'AccountRoot');
  return roots.reduce((sum, { Balance }) => sum + (Balance as bigint), 0n);
}
