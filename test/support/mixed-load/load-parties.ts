/**
 * The accounts of a load. The number of traders, of their lines and of most of what they own stays the same. The state
 * grows by newcomers alone, so the growth of memory can be compared with theirs.
 */

import { payChanKeylet } from '../../../src/protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import type { IssuedAmount } from '../../../src/protocol/values.ts';
import { MASTER } from '../env.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { testCurrency, tokens } from '../token-ledger.ts';
import { LoadAccount } from './load-account.ts';
import type { LoadDesk, Placed } from './load-desk.ts';

export interface Issuer {
  readonly account: LoadAccount;
  readonly currency: string;
  readonly code: string;
  /** True: holders need its authorization. */
  readonly isStrict: boolean;
}

/** A channel that stays open, and the total of its claims. */
export interface StandingChannel {
  readonly id: string;
  readonly payer: LoadAccount;
  readonly payee: LoadAccount;
  claimedDrops: bigint;
}

const XRP = 1_000_000n;
const FUNDS_DROPS = 10_000_000n * XRP;
const CHANNEL_DROPS = 1_000n * XRP;
const TRADERS_A_CHANNEL = 4;
const HELD_TOKENS = '1000000';
const LOWEST_LIMIT = 1_000_000_000;
const SETTLE_DELAY_SECONDS = 60;
const { tfSetfAuth, tfSetNoRipple } = TransactionFlags.TrustSet;

export class LoadParties {
  readonly desk: LoadDesk;
  readonly random: SeededRandom;
  readonly traders: readonly LoadAccount[];
  /** Accounts that run the stories. */
  readonly actors: readonly LoadAccount[];
  readonly issuers: readonly Issuer[];
  /** Issuer of the tokens of newcomers. It has too many lines for queries about all of them. */
  readonly crowdIssuer: Issuer = {
    account: new LoadAccount('mixed issuer GRO'),
    code: 'GRO',
    currency: testCurrency('GRO'),
    isStrict: false,
  };
  readonly channels: StandingChannel[] = [];
  /** The first ledger with all accounts. */
  fundedLedger = 0;
  #limit = LOWEST_LIMIT;
  #newcomers = 0;

  constructor(desk: LoadDesk, random: SeededRandom, traderCount: number, actorCount: number) {
    this.desk = desk;
    this.random = random;
    this.traders = Array.from({ length: traderCount }, (_, at) => new LoadAccount(`mixed trader ${at}`));
    this.actors = Array.from({ length: actorCount }, (_, at) => new LoadAccount(`mixed actor ${at}`));
    this.issuers = ['USD', 'EUR', 'AUT'].map((code, at) => ({
      account: new LoadAccount(`mixed issuer ${code}`),
      code,
      currency: testCurrency(code),
      isStrict: at > 0,
    }));
  }

  get accounts(): LoadAccount[] {
    return [...this.traders, ...this.actors, ...this.issuers.map(({ account }) => account), this.crowdIssuer.account];
  }

  /** Reserves a free trader; undefined if there is none. */
  takeTrader(): LoadAccount | undefined {
    const first = this.random.below(this.traders.length);
    for (let step = 0; step < this.traders.length; step++) {
      const trader = this.traders[(first + step) % this.traders.length]!;
      if (!trader.isBusy) return take(trader);
    }
    return undefined;
  }

  /** Reserves the account if it is free. */
  takeIfFree(account: LoadAccount): LoadAccount | undefined {
    return account.isBusy ? undefined : take(account);
  }

  /** An account that does not exist yet. */
  newcomer(): LoadAccount {
    this.#newcomers += 1;
    return new LoadAccount(`mixed newcomer ${this.#newcomers}`);
  }

  otherTrader(than: LoadAccount): LoadAccount {
    const at = this.traders.indexOf(than);
    return this.traders[(at + 1 + this.random.below(this.traders.length - 1)) % this.traders.length]!;
  }

  amount({ account, currency }: Issuer, text: string, issuer = account.id): IssuedAmount {
    return tokens(text, issuer, currency);
  }

  /** Creates all accounts, lines and channels, in a few ledgers. */
  async settle(): Promise<void> {
    await this.#fund();
    const holders = [...this.traders];
    await this.#each([...this.issuers, this.crowdIssuer], (issuer) => this.#settings(issuer));
    const [dollar, euro] = this.issuers as [Issuer, Issuer];
    await this.#each(holders, async (holder) => {
      for (const issuer of [dollar, euro]) await this.trust(holder, issuer, this.nextLimit());
    });
    await this.#each([dollar, euro], async (issuer) => {
      for (const holder of holders) {
        if (issuer.isStrict) await this.authorize(issuer, holder);
        const Amount = this.amount(issuer, HELD_TOKENS);
        const fields = { TransactionType: 'Payment', Destination: holder.id, Amount };
        await this.desk.place({ kind: 'first issue', from: issuer.account, to: holder, fields });
      }
    });
    await this.#openChannels();
  }

  /** A new value each time: setting the same limit again changes no entry. */
  nextLimit(): string {
    this.#limit += 1;
    return String(this.#limit);
  }

  /** With the default flag, so that a line without a limit is deleted. */
  trust(holder: LoadAccount, issuer: Issuer, limit: string): Promise<Placed> {
    const fields = { TransactionType: 'TrustSet', LimitAmount: this.amount(issuer, limit), Flags: tfSetNoRipple };
    return this.desk.place({ kind: 'trust', from: holder, to: issuer.account, fields });
  }

  authorize(issuer: Issuer, holder: LoadAccount): Promise<Placed> {
    const LimitAmount = this.amount(issuer, '0', holder.id);
    const fields = { TransactionType: 'TrustSet', LimitAmount, Flags: tfSetfAuth };
    return this.desk.place({ kind: 'authorization', from: issuer.account, to: holder, fields });
  }

  async #fund(): Promise<void> {
    const master = new LoadAccount(MASTER);
    master.sequence = await this.#sequenceOf(master);
    let last = '';
    for (const to of this.accounts) {
      const fields = { TransactionType: 'Payment', Destination: to.id, Amount: FUNDS_DROPS };
      last = (await this.desk.place({ kind: 'funding', from: master, to, fields })).id;
    }
    this.fundedLedger = (await this.desk.book.validated(last)).ledgerIndex;
    for (const account of this.accounts) account.sequence = await this.#sequenceOf(account);
  }

  async #sequenceOf({ address }: LoadAccount): Promise<number> {
    const { account_data: root } = await this.desk.client.call('account_info', { account: address });
    return root.Sequence;
  }

  async #settings({ account, isStrict }: Issuer): Promise<void> {
    const flags = [AccountSetFlags.asfDefaultRipple, ...(isStrict ? [AccountSetFlags.asfRequireAuth] : [])];
    for (const SetFlag of flags) {
      const fields = { TransactionType: 'AccountSet', SetFlag };
      await this.desk.settle({ kind: 'issuer settings', from: account, fields });
    }
  }

  async #openChannels(): Promise<void> {
    const payers = this.traders.filter((_, at) => at % TRADERS_A_CHANNEL === 0);
    await this.#each(payers, async (payer) => {
      const payee = this.traders[this.traders.indexOf(payer) + 1]!;
      const channelId = payChanKeylet(payer.id, payee.id, payer.sequence).key;
      await this.desk.settle({
        kind: 'channel',
        from: payer,
        to: payee,
        fields: channelTerms(payer, payee, CHANNEL_DROPS),
      });
      this.channels.push({ id: channelId, payer, payee, claimedDrops: 0n });
    });
  }

  /** Does the work for all at the same time, and waits until the transactions are validated. */
  async #each<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
    await Promise.all(values.map(work));
    while (this.desk.book.pendingCount > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Fields that create a channel whose claims the payer signs with its own key. */
export function channelTerms(payer: LoadAccount, payee: LoadAccount, drops: bigint) {
  return {
    TransactionType: 'PaymentChannelCreate',
    Destination: payee.id,
    Amount: drops,
    SettleDelay: SETTLE_DELAY_SECONDS,
    PublicKey: payer.party.keys.publicKey,
  };
}

function take(account: LoadAccount): LoadAccount {
  account.isBusy = true;
  return account;
}
