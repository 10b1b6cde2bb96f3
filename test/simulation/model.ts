/**
 * A small independent ledger, written from the rules of the XRP Ledger and not from the server, with plain maps and
 * simple code. It supports some transaction types and some of their fields. For these it predicts results and state,
 * and the simulation compares the server with it.
 */
import { applyChannel } from './model-channels.ts';
import { applyPayment } from './model-payments.ts';
import {
  type BodyOf,
  type ModelAccount,
  type ModelChannel,
  type ModelLine,
  type ModelPlace,
  type ModelState,
  type ModelTransaction,
  type ModelTry,
  type PartyNumber,
  reserveDrops,
} from './model-state.ts';
import { applyTrust } from './model-trust.ts';

const MIN_FEE_DROPS = 10n;
const MAX_TICKETS = 250;

export class Model implements ModelState {
  readonly accounts = new Map<PartyNumber, ModelAccount>();
  /** Trust lines by `lineKey`. */
  readonly lines = new Map<string, ModelLine>();
  /** Channels by `channelKey`. */
  readonly channels = new Map<string, ModelChannel>();
  destroyedDrops = 0n;

  clone(): Model {
    const copy = new Model();
    copy.destroyedDrops = this.destroyedDrops;
    for (const [key, account] of this.accounts) {
      const { tickets, settings } = account;
      copy.accounts.set(key, { ...account, tickets: new Set(tickets), settings: new Set(settings) });
    }
    for (const [key, line] of this.lines) copy.lines.set(key, cloneLine(line));
    for (const [key, channel] of this.channels) copy.channels.set(key, { ...channel });
    return copy;
  }

  /** Applies a transaction and returns its result. Only `tes` and `tec` results change the state. */
  apply(transaction: ModelTransaction, place: ModelPlace): string {
    const early = malformed(transaction) ?? this.#unready(transaction, place);
    if (early !== undefined) return early;
    const attempt = this.clone();
    const result = attempt.#perform(transaction, place);
    if (result === 'tesSUCCESS') this.#become(attempt);
    else if (result.startsWith('tec')) this.#charge(transaction);
    return result;
  }

  #unready({ from, feeDrops, sequence, ticket, lastLedger }: ModelTransaction, place: ModelPlace): string | undefined {
    const sender = this.accounts.get(from);
    if (sender === undefined) return 'terNO_ACCOUNT';
    if (ticket !== undefined) {
      if (ticket >= sender.sequence) return 'terPRE_TICKET';
      if (!sender.tickets.has(ticket)) return 'tefNO_TICKET';
    } else if (sequence !== sender.sequence) {
      return sequence > sender.sequence ? 'terPRE_SEQ' : 'tefPAST_SEQ';
    }
    if (lastLedger !== undefined && place.ledgerIndex > lastLedger) return 'tefMAX_LEDGER';
    if (place.isOpen && feeDrops < MIN_FEE_DROPS) return 'telINSUF_FEE_P';
    if (sender.drops < feeDrops) return place.isOpen || sender.drops === 0n ? 'terINSUF_FEE_B' : 'tecINSUFF_FEE';
    return undefined;
  }

  #perform(transaction: ModelTransaction, place: ModelPlace): string {
    const { from, sequence, ticket } = transaction;
    const { drops: dropsBefore, owned: ownedBefore } = this.accounts.get(from) as ModelAccount;
    const sender = this.#charge(transaction);
    const attempt = { model: this, from, sender, dropsBefore, ownedBefore, place, number: ticket ?? sequence };
    const { body } = transaction;
    switch (body.kind) {
      case 'pay':
      case 'send':
        return applyPayment(attempt, body);
      case 'trust':
        return applyTrust(attempt, body);
      case 'open':
      case 'fund':
      case 'claim':
        return applyChannel(attempt, body);
      case 'set':
        return this.#applySetting(attempt, body);
      default:
        return applyTickets(attempt, body, ticket !== undefined);
    }
  }

  /** Charges the fee and uses the sequence or ticket. */
  #charge({ from, feeDrops, sequence, ticket }: ModelTransaction): ModelAccount {
    const sender = this.accounts.get(from) as ModelAccount;
    const paid = feeDrops < sender.drops ? feeDrops : sender.drops;
    sender.drops -= paid;
    this.destroyedDrops += paid;
    if (ticket === undefined) {
      sender.sequence = sequence + 1;
    } else {
      sender.tickets.delete(ticket);
      sender.owned -= 1;
    }
    return sender;
  }

  #applySetting({ from, sender }: ModelTry, { setting, on }: BodyOf<'set'>): string {
    const wantsEmpty = setting === 'requireAuth' && on && !sender.settings.has('requireAuth');
    if (wantsEmpty && this.#isInADirectory(from)) return 'tecOWNERS';
    if (on) sender.settings.add(setting);
    else sender.settings.delete(setting);
    return 'tesSUCCESS';
  }

  #isInADirectory(party: PartyNumber): boolean {
    return (
      (this.accounts.get(party) as ModelAccount).tickets.size > 0 ||
      this.lines.values().some(({ parties }) => parties.includes(party)) ||
      this.channels.values().some(({ source, destination }) => source === party || destination === party)
    );
  }

  #become(other: Model): void {
    this.destroyedDrops = other.destroyedDrops;
    replaceAll(this.accounts, other.accounts);
    replaceAll(this.lines, other.lines);
    replaceAll(this.channels, other.channels);
  }
}

function cloneLine(line: ModelLine): ModelLine {
  const { limits, authorized, noRipple, frozen, reserved } = line;
  return {
    ...line,
    limits: new Map(limits),
    authorized: new Set(authorized),
    noRipple: new Set(noRipple),
    frozen: new Set(frozen),
    reserved: new Set(reserved),
  };
}

function replaceAll<Key, Value>(target: Map<Key, Value>, source: ReadonlyMap<Key, Value>): void {
  target.clear();
  for (const [key, value] of source) target.set(key, value);
}

/** The `tem` result of a transaction that is malformed in itself; undefined if it is not. */
function malformed({ from, body }: ModelTransaction): string | undefined {
  switch (body.kind) {
    case 'pay':
      return body.drops <= 0n ? 'temBAD_AMOUNT' : body.to === from ? 'temREDUNDANT' : undefined;
    case 'send':
      return body.units <= 0n ? 'temBAD_AMOUNT' : body.to === from ? 'temREDUNDANT' : undefined;
    case 'tickets':
      return body.count < 1 || body.count > MAX_TICKETS ? 'temINVALID_COUNT' : undefined;
    case 'open':
      return body.drops <= 0n ? 'temBAD_AMOUNT' : body.to === from ? 'temDST_IS_SRC' : undefined;
    case 'fund':
      return body.drops <= 0n ? 'temBAD_AMOUNT' : undefined;
    case 'claim':
      return malformedClaim(body);
    default:
      return undefined;
  }
}

function malformedClaim({ balance, amount, signed }: BodyOf<'claim'>): string | undefined {
  if ((balance !== undefined && balance <= 0n) || (amount !== undefined && amount <= 0n)) return 'temBAD_AMOUNT';
  if (balance !== undefined && amount !== undefined && balance > amount) return 'temBAD_AMOUNT';
  return signed && balance === undefined ? 'temMALFORMED' : undefined;
}

function applyTickets({ sender, dropsBefore, ownedBefore }: ModelTry, { count }: BodyOf<'tickets'>, usesOne: boolean) {
  if (sender.tickets.size + count > MAX_TICKETS) return 'tecDIR_FULL';
  if (dropsBefore < reserveDrops(ownedBefore - (usesOne ? 1 : 0) + count)) return 'tecINSUFFICIENT_RESERVE';
  for (let step = 0; step < count; step++) sender.tickets.add(sender.sequence + step);
  sender.sequence += count;
  sender.owned += count;
  return 'tesSUCCESS';
}
