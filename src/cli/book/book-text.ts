/** An order book as text: offers that sell the base asset, then those that buy it, with prices for one unit. */
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import { normalizeIssued } from '../../protocol/amounts/issued-amount.ts';
import { amountFromJson } from '../../protocol/json/amount-json.ts';
import { issuedText } from '../../protocol/json/amount-text.ts';
import type { Amount, IssuedAmount, Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { textTable } from '../terminal/text-table.ts';

export interface BookAnswers {
  readonly base: JsonObject;
  readonly counter: JsonObject;
  /** Answers of `book_offers`: offers that sell the base asset, and offers that buy it. */
  readonly asks: JsonObject;
  readonly bids: JsonObject;
}

const HEADS = ['price', 'amount', 'total', 'funded', 'owner', 'offer'] as const;
/** Columns of numbers. */
const NUMBER_COLUMNS = 4;
const PRICE_DIGITS = 10;
const MANTISSA_DIGITS = 16;
const XRP_EXPONENT = -6;

/** The ledger, both sides, and the best prices. */
export function bookText({ base, counter, asks, bids }: BookAnswers): string {
  const sell = offersOf(asks);
  const buy = offersOf(bids);
  const [baseName, counterName] = [assetName(base), assetName(counter)];
  return [
    `${baseName} in ${counterName}, ${ledgerName(asks)}`,
    '',
    side(`sells ${baseName}`, sell.map(askRow)),
    '',
    side(`buys ${baseName}`, buy.map(bidRow)),
    ...(sell.length === 0 || buy.length === 0 ? [] : ['', `best: ${askRow(sell[0]!)[0]} / ${bidRow(buy[0]!)[0]}`]),
  ].join('\n');
}

function offersOf({ offers }: JsonObject): readonly JsonObject[] {
  return Array.isArray(offers) ? (offers as readonly Json[]).filter(isJsonObject) : [];
}

type Row = readonly string[];

function askRow(offer: JsonObject): Row {
  const { TakerGets: gives, TakerPays: takes, taker_gets_funded: funded } = offer;
  return [priceText(takes, gives), valueText(gives), valueText(takes), fundedText(funded), ...ownerOf(offer)];
}

function bidRow(offer: JsonObject): Row {
  const { TakerGets: gives, TakerPays: takes, taker_pays_funded: funded } = offer;
  return [priceText(gives, takes), valueText(takes), valueText(gives), fundedText(funded), ...ownerOf(offer)];
}

function ownerOf({ Account: owner, Sequence: sequence }: JsonObject): Row {
  return [String(owner), String(sequence)];
}

function side(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return `No offer ${title}.`;
  return `Who ${title}:\n${textTable([HEADS, ...rows], NUMBER_COLUMNS)}`;
}

/** An absent value means fully funded. */
function fundedText(funded: Json | undefined): string {
  if (funded === undefined) return 'all';
  const text = valueText(funded);
  return text === '0' ? 'none' : text;
}

/** Price of one unit, to ten digits. */
function priceText(total: Json | undefined, amount: Json | undefined): string {
  try {
    const price = divide(amountOf(total), amountOf(amount), NO_ISSUE) as IssuedAmount;
    const cut = 10n ** BigInt(MANTISSA_DIGITS - PRICE_DIGITS);
    const { mantissa, exponent } = normalizeIssued(
      (price.mantissa + cut / 2n) / cut,
      price.exponent + MANTISSA_DIGITS - PRICE_DIGITS,
    );
    return issuedText(mantissa, exponent);
  } catch (error) {
    if (error instanceof AmountError) return '?';
    throw error;
  }
}

/** Drops are converted to XRP. */
function amountOf(json: Json | undefined): Amount {
  const amount = amountFromJson(json as Json);
  return typeof amount === 'bigint' ? { ...normalizeIssued(amount, XRP_EXPONENT), ...NO_ISSUE } : amount;
}

function valueText(json: Json | undefined): string {
  if (isJsonObject(json)) return String(json.value);
  return dropsToXrp(BigInt(String(json)));
}

function assetName({ currency, issuer }: JsonObject): string {
  return issuer === undefined ? String(currency) : `${String(currency)}/${String(issuer)}`;
}

function ledgerName({ ledger_index: index, ledger_current_index: current, validated }: JsonObject): string {
  if (index === undefined) return `open ledger ${String(current)}`;
  return `ledger ${String(index)}${validated === true ? '' : ' (not validated)'}`;
}
