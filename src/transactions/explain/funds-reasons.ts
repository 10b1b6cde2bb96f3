/** Reasons about funds, reserves, the destination and times. */
import { accountReserve } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Amount } from '../../protocol/values.ts';
import { channelPermission, channelUnfunded } from './channel-reasons.ts';
import type { Findings, Subject } from './findings.ts';
import { authorizationReason, freezeReason, lineReason, rippleReason } from './line-reasons.ts';
import { type DirectReason, requiresTag, senderOf } from './sender-reasons.ts';
import { flowReason } from './strands.ts';
import { accountNamer, amountWords, capitalized, dropsWords, timeWords } from './value-words.ts';

/** A reason from the traced events; undefined if the result has an unusual cause. */
type TracedReason = (findings: Findings) => string | undefined;

/** The number of ledgers between an account's sequence number and its earliest deletion. */
const DELETION_DISTANCE = 255;

/** Reasons by result that follow from the ledger alone, without a trace. */
export const FUNDS_REASONS: { readonly [Result in Ter]?: DirectReason } = {
  tecNO_PERMISSION: channelPermission,
  tecUNFUNDED_PAYMENT: (subject) => channelUnfunded(subject) ?? unfunded(subject),
  tecUNFUNDED: unfunded,
  tecINSUFFICIENT_RESERVE: reserve,
  tecINSUF_RESERVE_LINE: reserve,
  tecINSUF_RESERVE_OFFER: reserve,
  tecNO_LINE_INSUF_RESERVE: reserve,
  tecTOO_SOON: tooSoon,
};

/** Reasons by result that need a trace. */
export const TRACED_REASONS: { readonly [Result in Ter]?: TracedReason } = {
  tecNO_DST: missingDestination,
  tecNO_DST_INSUF_XRP: (findings) => {
    const { Amount: amount } = fieldsOf(findings);
    const { reserveDrops } = findings.subject.context.fees;
    return `${missingDestination(findings)} Creating an account takes at least ${dropsWords(reserveDrops)}, and the payment is ${amountWords(amount!, findings.nameOf)}.`;
  },
  telNO_DST_PARTIAL: missingDestination,
  tecDST_TAG_NEEDED: (findings) => {
    const { Destination: destination } = fieldsOf(findings);
    if (destination === undefined || !requiresTag(findings.subject.view.read(accountKeylet(destination))))
      return undefined;
    return `${findings.nameOf(destination)} requires a destination tag (lsfRequireDestTag), and the transaction has none.`;
  },
  tecPATH_DRY: flowReason,
  tecPATH_PARTIAL: flowReason,
  tecKILLED: flowReason,
  tecNO_PERMISSION: depositReason,
  tecEXPIRED: expiredReason,
  tecFROZEN: (findings) => freezeReason(findings),
  tecLOCKED: (findings) => freezeReason(findings),
  tecNO_AUTH: authorizationReason,
  terNO_AUTH: authorizationReason,
  tecNO_LINE: (findings) => lineReason(findings),
  terNO_LINE: (findings) => lineReason(findings),
  terNO_RIPPLE: rippleReason,
  tecINVARIANT_FAILED: brokenRule,
  tefINVARIANT_FAILED: brokenRule,
};

function fieldsOf({ subject }: Pick<Findings, 'subject'>): {
  readonly Amount?: Amount;
  readonly Destination?: AccountId;
} {
  return subject.transaction.fields as { readonly Amount?: Amount; readonly Destination?: AccountId };
}

function missingDestination(findings: Findings): string | undefined {
  const { reads, nameOf } = findings;
  const { Destination: destination } = fieldsOf(findings);
  const missing = reads.findLast(({ type, entry }) => type === 'AccountRoot' && entry === undefined);
  if (missing === undefined) return undefined;
  const isDestination = destination !== undefined && missing.key === accountKeylet(destination).key;
  return isDestination ? `${nameOf(destination)} does not exist in the ledger.` : undefined;
}

/** The sender's balance, in words, and what it can spend. */
function senderFunds(subject: Subject): { readonly words: string; readonly spendableDrops: bigint } | undefined {
  const root = senderOf(subject);
  if (root === undefined) return undefined;
  const { Balance: balance, OwnerCount: owned } = root;
  const reserveDrops = accountReserve(subject.context.fees, owned);
  const spendableDrops = balance > reserveDrops ? balance - reserveDrops : 0n;
  const objects = owned === 1 ? '1 object' : `${owned} objects`;
  const words = `${capitalized(accountNamer(subject.transaction)(root.Account))} has ${dropsWords(balance)}, including the reserve of ${dropsWords(reserveDrops)} for ${objects}`;
  return { words, spendableDrops };
}

function unfunded(subject: Subject): string | undefined {
  const { Amount: amount } = fieldsOf({ subject });
  const found = senderFunds(subject);
  if (found === undefined || typeof amount !== 'bigint' || found.spendableDrops >= amount) return undefined;
  return `${found.words}. It can spend ${dropsWords(found.spendableDrops)}, and the transaction needs ${dropsWords(amount)}.`;
}

function reserve(subject: Subject): string | undefined {
  const found = senderFunds(subject);
  if (found === undefined) return undefined;
  const { reserveIncrementDrops } = subject.context.fees;
  return `${found.words}. It can spend ${dropsWords(found.spendableDrops)}, and each further object needs ${dropsWords(reserveIncrementDrops)}.`;
}

function depositReason({ reads, nameOf }: Findings): string | undefined {
  const last = reads.at(-1);
  const owner = reads.findLast(({ type }) => type === 'AccountRoot')?.entry;
  if (last?.type !== 'DepositPreauth' || last.entry !== undefined) return undefined;
  const destination = owner?.LedgerEntryType === 'AccountRoot' ? nameOf(owner.Account) : 'The destination';
  return `${destination} accepts deposits only from accounts that it has preauthorized (lsfDepositAuth), and has not preauthorized this sender.`;
}

function expiredReason(findings: Findings): string | undefined {
  const passed = findings
    .facts('expiration')
    .findLast(({ expirationSeconds, nowSeconds }) => nowSeconds >= expirationSeconds);
  if (passed === undefined) return undefined;
  return `The expiration was ${timeWords(passed.expirationSeconds)}, and the last ledger closed at ${timeWords(passed.nowSeconds)}.`;
}

function tooSoon(subject: Subject): string | undefined {
  const root = senderOf(subject);
  if (root === undefined) return undefined;
  const first = root.Sequence + DELETION_DISTANCE;
  if (first <= subject.view.ledgerIndex) return undefined;
  return `The sequence number of the account is ${root.Sequence}, so it can be deleted from ledger ${first} on; this is ledger ${subject.view.ledgerIndex}.`;
}

function brokenRule(findings: Findings): string | undefined {
  const [first] = findings.facts('invariantBroken');
  return first && `The change would have violated the invariant ${first.name}.`;
}
