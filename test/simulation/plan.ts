/**
 * The actions of a run, which its seed determines before the run starts. Values that depend on the state (sequences,
 * channels, balances) are numbers that the run resolves against its current state. So any subset of a plan is a valid
 * plan, and a failing plan can be shortened.
 */
import type { SeededRandom } from '../support/seeded-random.ts';
import type { CommitOutcome } from './faulty-store.ts';
import { type PartyNumber, SETTINGS, type Setting, type TrustFlag } from './model-state.ts';

/** The first two parties issue tokens; the last one has no account at first. */
export const PARTY_COUNT = 7;
const ISSUERS = [0, 1];

export interface PlannedTransaction {
  readonly do: 'submit';
  readonly from: PartyNumber;
  readonly to: PartyNumber;
  readonly kind: 'pay' | 'send' | 'trust' | 'set' | 'tickets' | 'open' | 'fund' | 'claim';
  readonly issuer: PartyNumber;
  /** Part of the available amount, from 0; above 1 is more than available. */
  readonly share: number;
  readonly setting: Setting;
  readonly isOn: boolean;
  readonly flag: TrustFlag | undefined;
  readonly seconds: number | undefined;
  readonly ending: 'close' | 'renew' | undefined;
  readonly feeDrops: bigint;
  /** Offset from the account's next sequence. Ignored if `ticket` is set. */
  readonly ahead: number;
  readonly ticket: number | undefined;
  readonly lastLedger: number | undefined;
}

export type PlannedAction =
  | PlannedTransaction
  | { readonly do: 'submit again'; readonly which: number }
  | {
      readonly do: 'close';
      readonly seconds: number;
      readonly outcome: CommitOutcome;
      /** Transactions that are submitted while the ledger is being stored. */
      readonly meanwhile: readonly PlannedTransaction[];
      /** Transactions that are submitted during the close, each after this number of its steps. */
      readonly between: readonly { readonly step: number; readonly transaction: PlannedTransaction }[];
    }
  | { readonly do: 'close many'; readonly count: number }
  | { readonly do: 'restart' }
  | { readonly do: 'ask'; readonly party: PartyNumber };

const KINDS = [
  'pay',
  'pay',
  'send',
  'send',
  'send',
  'trust',
  'trust',
  'set',
  'tickets',
  'open',
  'fund',
  'claim',
] as const;
const TRUST_FLAGS: readonly TrustFlag[] = [
  'auth',
  'auth',
  'auth',
  'noRipple',
  'clearNoRipple',
  'freeze',
  'clearFreeze',
];
/** Most closes of a run have fewer steps. */
const LATEST_STEP = 250;
const FAILED_OUTCOMES: readonly CommitOutcome[] = ['refused', 'lost', 'kept unnoticed'];
const SETTING_NAMES = Object.keys(SETTINGS) as Setting[];

export function planRun(random: SeededRandom, length: number): PlannedAction[] {
  return [...planOpening(random), ...Array.from({ length }, () => planAction(random))];
}

/** Settings of the issuers. Require Auth can only be set before there are trust lines. */
function planOpening(random: SeededRandom): PlannedAction[] {
  return ISSUERS.flatMap((from) => {
    const settings = (['requireAuth', 'defaultRipple'] as const).filter(() => random.chance(0.6));
    return settings.map((setting) => ({
      ...planTransaction(random),
      ...ORDINARY,
      from,
      setting,
      kind: 'set' as const,
    }));
  });
}

const ORDINARY = { isOn: true, feeDrops: 10n, ahead: 0, ticket: undefined, lastLedger: undefined };

function planAction(random: SeededRandom): PlannedAction {
  const dice = random.below(1000);
  if (dice < 740) return planTransaction(random);
  if (dice < 770) return { do: 'submit again', which: random.below(1000) };
  if (dice < 930) return planClose(random);
  if (dice < 932) return { do: 'close many', count: random.between(2, 270) };
  return dice < 950 ? { do: 'restart' } : { do: 'ask', party: random.below(PARTY_COUNT) };
}

function planClose(random: SeededRandom): PlannedAction {
  return {
    do: 'close',
    // The clock may be set back or jump ahead.
    seconds: random.pick([0, 1, 3, 4, 4, 4, 10, 60, 3600, -1, -5, -3600]),
    outcome: random.chance(0.12) ? random.pick(FAILED_OUTCOMES) : 'kept',
    meanwhile: Array.from({ length: random.pick([0, 0, 0, 1, 3]) }, () => planTransaction(random)),
    between: Array.from({ length: random.pick([0, 0, 1, 2, 5]) }, () => ({
      step: random.below(random.pick([10, 50, LATEST_STEP])),
      transaction: planTransaction(random),
    })),
  };
}

function planTransaction(random: SeededRandom): PlannedTransaction {
  const kind = random.pick(KINDS);
  const { from, to } = planPair(random, kind);
  return {
    do: 'submit',
    from,
    to,
    kind,
    issuer: from <= 1 && random.chance(0.9) ? from : random.pick(ISSUERS),
    share: random.pick([0.001, 0.01, 0.01, 0.1, 0.1, 0.2, 0.5, 0.9, 1, random.chance(0.3) ? 0 : 1.1]),
    setting: random.pick(SETTING_NAMES),
    isOn: random.chance(0.6),
    flag: random.chance(0.6) ? undefined : random.pick(TRUST_FLAGS),
    seconds: random.chance(0.6) ? undefined : random.pick([0, 1, 10, 30, 100, 5000]),
    ending: random.chance(0.5) ? undefined : random.pick(['close', 'renew']),
    feeDrops: random.chance(0.03) ? 9n : random.pick([10n, 10n, 12n, 5000n]),
    ahead: random.chance(0.92) ? 0 : random.pick([-1, 1, 1, 2, 5, 50]),
    ticket: random.chance(0.08) ? random.below(8) : undefined,
    lastLedger: random.chance(0.12) ? random.between(-1, 4) : undefined,
  };
}

/** Tokens are sent from issuers to holders and between holders. Other transactions are between any two accounts. */
function planPair(random: SeededRandom, kind: PlannedTransaction['kind']): { from: PartyNumber; to: PartyNumber } {
  const anyParty = (): PartyNumber => random.below(random.chance(0.2) ? PARTY_COUNT : PARTY_COUNT - 1);
  const holder = (): PartyNumber => random.between(2, PARTY_COUNT - 2);
  if (kind === 'send' && random.chance(0.4)) return { from: random.pick(ISSUERS), to: holder() };
  if ((kind === 'send' || kind === 'trust') && random.chance(0.7)) return { from: holder(), to: anyParty() };
  const from = anyParty();
  return { from, to: random.chance(0.03) ? from : (from + random.between(1, PARTY_COUNT - 1)) % PARTY_COUNT };
}
