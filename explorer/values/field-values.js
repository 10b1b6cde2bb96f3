/**
 * The value of a field as parts, by its type in `server_definitions` and, where a type has several meanings, by its name. Pure; without types
 * it goes by the shape of the value.
 */

import { decimalText, parseDecimal } from '../decimals.js';
import { durationText, localeNumber } from '../numbers.js';
import { amountOf, assetOf } from './assets.js';
import { textOfHex } from './hex-text.js';
import { account, amount, asset, hash, list, number, say, soft, time } from './parts.js';

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const HASH = /^[0-9A-F]{64}$/i;
const ISSUANCE = /^[0-9A-F]{48}$/i;
const UNIX_TO_LEDGER_SECONDS = 946_684_800;
const RATE_PLACES = 7;
const PERCENT_PLACES = 3;
/** The exponent of an exchange rate is in its first byte. */
const RATE_EXPONENT_BIAS = 100;

const words = (text) => text.split(/\s+/);

/** Meanings of fields whose type does not tell them. Values are names of `FORMATS`. */
const MEANINGS = Object.fromEntries(
  Object.entries({
    amount: words(
      'Amount Amount2 Balance BidMax BidMin DeliverMax DeliverMin DeliveredAmount DestinationAmount EPrice Fee HighLimit LPTokenBalance LPTokenIn LPTokenOut LimitAmount LowLimit MinAccountCreateAmount NFTokenBrokerFee Price SendMax SignatureReward TakerGets TakerPays delivered_amount total_coins',
    ),
    time: words(
      'CancelAfter CloseTime Expiration FinishAfter NextPaymentDueDate ParentCloseTime PreviousPaymentDueDate SigningTime StartDate close_time date parent_close_time',
    ),
    unixTime: ['LastUpdateTime'],
    duration: words('GracePeriod PaymentInterval SettleDelay close_time_resolution'),
    transferRate: ['TransferRate'],
    quality: words('HighQualityIn HighQualityOut LowQualityIn LowQualityOut QualityIn QualityOut'),
    percent: words(
      'CloseInterestRate CoverRateLiquidation CoverRateMinimum DiscountedFee InterestRate LateInterestRate ManagementFeeRate OverpaymentFee OverpaymentInterestRate TradingFee TransferFee VoteWeight',
    ),
    drops: words('BaseFeeDrops ReserveBaseDrops ReserveIncrementDrops ReserveBase ReserveIncrement'),
    hexDrops: ['BaseFee'],
    hexNumber: words(
      'BookNode Cookie DestinationNode HighNode IndexNext IndexPrevious IssuerNode LoanBrokerNode LowNode NFTokenOfferNode OwnerNode SubjectNode VaultNode XChainAccountClaimCount XChainAccountCreateCount XChainClaimID',
    ),
    price: ['AssetPrice'],
    exchangeRate: ['ExchangeRate'],
    units: words('LockedAmount MPTAmount MaximumAmount OutstandingAmount'),
    quantity: words(
      'AssetsAvailable AssetsMaximum AssetsTotal ClosePaymentFee CoverAvailable DebtMaximum DebtTotal LatePaymentFee LoanOriginationFee LoanServiceFee LossUnrealized ManagementFeeOutstanding PeriodicPayment PrincipalOutstanding PrincipalRequested TotalValueOutstanding',
    ),
    transaction: words('AccountTxnID PreviousTxnID hash'),
    ledgerIndex: words('FirstLedgerSequence LastLedgerSequence LedgerSequence PreviousTxnLgrSeq ledger_index'),
    token: ['NFTokenID'],
    issuance: words('MPTokenIssuanceID ShareMPTID TakerGetsMPT TakerPaysMPT mpt_issuance_id'),
    code: words(
      'Amendment Condition ConsensusHash EmailHash Fulfillment InvoiceID MessageKey PublicKey Signature SigningPubKey TxnSignature UNLModifyValidator ValidatorToDisable ValidatorToReEnable WalletLocator LedgerHash',
    ),
    currency: words('BaseAsset QuoteAsset'),
    rawCurrency: words('TakerGetsCurrency TakerPaysCurrency'),
    sequence: words('OfferSequence Sequence TicketSequence'),
    tag: words('DestinationTag SourceTag NFTokenTaxon SignerListID OracleDocumentID'),
  }).flatMap(([format, names]) => names.map((name) => [name, format])),
);

const BY_TYPE = {
  Amount: 'amount',
  Issue: 'issue',
  AccountID: 'account',
  Blob: 'blob',
  Currency: 'currency',
  Hash256: 'entry',
  Vector256: 'entries',
  Number: 'quantity',
  UInt64: 'hexNumber',
  XChainBridge: 'bridge',
  PathSet: 'paths',
};

const hexInteger = (value) => BigInt(`0x${value || '0'}`);

/** Get the value, the fields beside it, and what else is known: `asset` of a vault or loan. */
const FORMATS = {
  time: (value) => (typeof value === 'number' ? [time(value)] : [String(value)]),
  unixTime: (value) => [time(value - UNIX_TO_LEDGER_SECONDS)],
  duration: (value) => [durationText(Number(value))],
  transferRate: (value) =>
    value === 0 || value === 1_000_000_000
      ? ['none']
      : [`${percentOf(BigInt(value) - 1_000_000_000n, RATE_PLACES)} fee`],
  quality: (value) => (value === 0 ? ['100 %'] : [percentOf(value, RATE_PLACES)]),
  percent: (value) => [percentOf(value, PERCENT_PLACES)],
  drops: (value) => [amount(String(value))],
  hexDrops: (value) => [amount(String(hexInteger(value)))],
  hexNumber: (value) => [number(hexInteger(value))],
  price: (value, { Scale: scale = 0, BaseAsset: base, QuoteAsset: quote }) =>
    say`${number(decimalText({ digits: hexInteger(value), places: scale }))}${base && quote && say` ${currencyParts(quote)} per ${currencyParts(base)}`}`,
  exchangeRate: (value) => [number(rateOf(value))],
  units: (value, fields) => unitsOf(value, fields),
  quantity: (value, fields, known) => quantityOf(value, fields.Asset ?? known.asset),
  transaction: (value) => [hash(value, 'tx')],
  ledgerIndex: (value) => (Number(value) > 0 ? [{ ledger: Number(value) }] : [String(value)]),
  token: (value) => [hash(value, 'nft')],
  issuance: (value) => [asset({ mpt_issuance_id: value })],
  code: (value) => [value === '' ? soft('empty') : { code: String(value) }],
  currency: (value) => currencyParts(value),
  rawCurrency: (value) => (/^0*$/.test(value) ? ['XRP'] : currencyParts(standardCode(value))),
  sequence: (value) => [localeNumber(value)],
  tag: (value) => [String(value)],
  amount: (value) => [amount(value)],
  issue: (value) => [asset(assetOf({ currency: 'XRP', ...value }))],
  account: (value) => [account(value)],
  blob: (value) => blobParts(value),
  entry: (value) => [/^0+$/.test(value) ? soft('none') : hash(value)],
  entries: (values) => list(values.map((value) => hash(value))),
  bridge: (value) =>
    say`${asset(assetOf(value.LockingChainIssue))} at ${account(value.LockingChainDoor)} ↔ ${asset(assetOf(value.IssuingChainIssue))} at ${account(value.IssuingChainDoor)}`,
  paths: (value) => pathParts(value),
};

/**
 * The parts of a field's value; undefined for a value of several fields, which a table shows. `fields` are those beside it, `known.types`
 * the types by name, `known.asset` the asset of a vault or loan.
 */
export function fieldParts(name, value, fields = {}, known = {}) {
  if (value === undefined) return [soft('none')];
  const type = known.types?.[name];
  const format = FORMATS[MEANINGS[name] ?? BY_TYPE[type] ?? shapeOf(value)];
  if (format === undefined) return typeof value === 'object' ? undefined : [String(value)];
  try {
    return format(value, fields, known);
  } catch {
    // A value that does not have the form of its field, as in a made-up or damaged object.
    return typeof value === 'object' ? undefined : [String(value)];
  }
}

function shapeOf(value) {
  if (typeof value === 'string') {
    if (ADDRESS.test(value)) return 'account';
    if (HASH.test(value)) return 'entry';
    return ISSUANCE.test(value) ? 'issuance' : undefined;
  }
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => HASH.test(one)) ? 'entries' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.value !== undefined) return 'amount';
  return value.currency !== undefined || value.mpt_issuance_id !== undefined ? 'issue' : undefined;
}

/** A part of 10^(places + 2) as percent. */
export function percentOf(value, places) {
  return `${localeNumber(decimalText({ digits: BigInt(value), places }))} %`;
}

/** Bytes as text in quotes if they are one, otherwise as hex. */
export function blobParts(hex) {
  if (hex === '') return [soft('empty')];
  const text = textOfHex(hex);
  return [text === undefined ? { code: String(hex) } : { text, hex }];
}

function currencyParts(code) {
  return [asset({ currency: code })];
}

/** The three characters of a standard code in its 20 bytes; other codes unchanged. */
function standardCode(hex) {
  return /^0{24}[0-9A-F]{6}0{10}$/i.test(hex) ? (textOfHex(hex.slice(24, 30)) ?? hex) : hex;
}

/** A rate's mantissa and exponent (rippled: Quality.cpp). */
function rateOf(hex) {
  const all = hexInteger(hex);
  const exponent = Number(all >> 56n) - RATE_EXPONENT_BIAS;
  return decimalText(parseDecimal(`${all & 0xff_ffff_ffff_ffffn}e${exponent}`));
}

/** Units of the multi-purpose token that the fields are about. */
function unitsOf(value, { MPTokenIssuanceID: id, mpt_issuance_id: own = id }) {
  return own === undefined ? [number(value)] : [amount({ mpt_issuance_id: own, value: String(value) })];
}

/** A `Number` in the units of an asset; of XRP it is in drops. */
function quantityOf(value, of) {
  if (of === undefined) return [number(value)];
  const text = decimalText(parseDecimal(String(value)));
  return text.includes('.') && assetOf({ ...of }).currency === 'XRP' && of.issuer === undefined
    ? say`${number(text)} drops`
    : [amount(amountOf(assetOf({ ...of, value: text }), text))];
}

/** Each path in its own line. */
function pathParts(paths) {
  return paths.flatMap((steps, at) => [
    at === 0 ? '' : '; ',
    ...steps.flatMap((step, index) => [index === 0 ? '' : ' → ', ...stepParts(step)]),
  ]);
}

function stepParts({ account: through, currency, issuer, mpt_issuance_id: issuance }) {
  if (through !== undefined) return [account(through)];
  if (issuance !== undefined) return [asset({ mpt_issuance_id: issuance })];
  if (currency !== undefined) return [asset(issuer === undefined ? { currency } : { currency, issuer })];
  return [account(issuer)];
}
