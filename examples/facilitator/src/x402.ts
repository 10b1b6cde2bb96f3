/**
 * The messages of x402 (version 1) for the scheme `channel`: requirements of a resource server, payments of a client, and answers of
 * a facilitator. Messages of other programs are `unknown` until a reader of this file has checked them.
 */

export const X402_VERSION = 1;
export const SCHEME = 'channel';
export const ASSET = 'XRP';
/** Request header of a payment, and response header of its settlement: JSON in base64. */
export const PAYMENT_HEADER = 'X-PAYMENT';
export const PAYMENT_RESPONSE_HEADER = 'X-PAYMENT-RESPONSE';

/** What a resource costs, and how it can be paid. */
export interface PaymentRequirements {
  readonly scheme: string;
  /** `xrpl:` and the network id. */
  readonly network: string;
  /** Drops. */
  readonly maxAmountRequired: string;
  readonly asset: string;
  /** Address of the payee. */
  readonly payTo: string;
  /** Address of the resource. */
  readonly resource: string;
  readonly description: string;
  readonly mimeType?: string;
  /** How long a settlement may take. */
  readonly maxTimeoutSeconds: number;
}

/** A signed claim on a payment channel. */
export interface Claim {
  /** 64 hex digits in upper case. */
  readonly channelId: string;
  /** Drops that the payee may have in total, not those of one payment. */
  readonly amount: string;
  /** Hex in upper case. */
  readonly signature: string;
  /** Hex in upper case. */
  readonly publicKey: string;
}

/** The content of the header `X-PAYMENT`. */
export interface Payment {
  readonly x402Version: number;
  readonly scheme: string;
  readonly network: string;
  readonly payload: Claim;
}

/** The body of an answer with status 402. */
export interface PaymentRequired {
  readonly x402Version: number;
  /** Why a payment is required, or why it was refused. */
  readonly error: string;
  readonly accepts: readonly PaymentRequirements[];
}

/** The answer of `POST /verify`. */
export interface VerifyResponse {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  /** The reason in words. */
  readonly invalidMessage?: string;
  /** Address of the payer, if the channel is known. */
  readonly payer?: string;
}

/** The answer of `POST /settle`. */
export interface SettlementResponse {
  readonly success: boolean;
  readonly errorReason?: string;
  /** Hash of the transaction; empty if the claim is not redeemed yet. */
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
}

/** A payment that is not accepted. `reason` is the code of `invalidReason` or `errorReason`. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function encodeHeader(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64');
}

/** @throws PaymentRefused if it is not JSON in base64 */
export function decodeHeader(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    throw new PaymentRefused('invalid_payload', 'the payment is not JSON in base64');
  }
}

/**
 * Hex digits become upper case, so that one channel has one spelling.
 *
 * @throws PaymentRefused
 */
export function readPayment(value: unknown, network: string): Payment {
  const payment = objectOf(value, 'invalid_payload', 'the payment');
  checkKind(payment, network);
  if (payment.x402Version !== X402_VERSION) {
    throw new PaymentRefused('invalid_x402_version', `the version of x402 must be ${X402_VERSION}`);
  }
  const payload = objectOf(payment.payload, 'invalid_payload', 'payload');
  const text = (name: keyof Claim, form: RegExp) => textOf(payload, name, form, 'invalid_payload');
  return {
    x402Version: X402_VERSION,
    scheme: SCHEME,
    network,
    payload: {
      channelId: text('channelId', /^[0-9a-f]{64}$/i).toUpperCase(),
      amount: text('amount', DROPS),
      signature: text('signature', /^([0-9a-f]{2}){1,80}$/i).toUpperCase(),
      publicKey: text('publicKey', /^[0-9a-f]{66}$/i).toUpperCase(),
    },
  };
}

/** @throws PaymentRefused */
export function readRequirements(value: unknown, network: string): PaymentRequirements {
  const requirements = objectOf(value, 'invalid_payment_requirements', 'the requirements');
  checkKind(requirements, network);
  const text = (name: keyof PaymentRequirements, form: RegExp) =>
    textOf(requirements, name, form, 'invalid_payment_requirements');
  const seconds = requirements.maxTimeoutSeconds;
  if (!Number.isInteger(seconds) || (seconds as number) < 1 || (seconds as number) > MAX_TIMEOUT_SECONDS) {
    throw new PaymentRefused(
      'invalid_payment_requirements',
      `maxTimeoutSeconds must be a whole number from 1 to ${MAX_TIMEOUT_SECONDS}`,
    );
  }
  return {
    scheme: SCHEME,
    network,
    maxAmountRequired: text('maxAmountRequired', DROPS),
    asset: text('asset', /^XRP$/),
    payTo: text('payTo', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/),
    resource: text('resource', /./),
    description: text('description', /^/),
    maxTimeoutSeconds: seconds as number,
  };
}

const MAX_TIMEOUT_SECONDS = 600;
/** A positive whole number that is at most all drops there are, and has one spelling. */
const DROPS = /^[1-9][0-9]{0,16}$/;

type Members = { readonly [name: string]: unknown };

function objectOf(value: unknown, reason: string, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new PaymentRefused(reason, `${name} must be an object`);
}

function textOf(members: Members, name: string, form: RegExp, reason: string): string {
  const value = members[name];
  if (typeof value === 'string' && form.test(value)) return value;
  throw new PaymentRefused(reason, `${name} is absent or malformed`);
}

function checkKind({ scheme, network }: Members, expected: string): void {
  if (scheme !== SCHEME) throw new PaymentRefused('unsupported_scheme', `the scheme must be ${SCHEME}`);
  if (network !== expected) throw new PaymentRefused('invalid_network', `the network must be ${expected}`);
}
