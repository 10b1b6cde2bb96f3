/** A resource server whose one resource costs XRP. A facilitator checks its payments, so it has no key and no connection
 * to a ledger. */
import type { IncomingMessage, Server } from 'node:http';
import { createJsonServer, type JsonAnswer } from './json-server.ts';
import {
  ASSET,
  decodeHeader,
  encodeHeader,
  PAYMENT_HEADER,
  PAYMENT_RESPONSE_HEADER,
  PaymentRefused,
  type PaymentRequired,
  type PaymentRequirements,
  SCHEME,
  type SettlementResponse,
  type VerifyResponse,
  X402_VERSION,
} from './x402.ts';

export interface PaywallOptions {
  readonly facilitatorUrl: string;
  /** As `GET /supported` of the facilitator has it. */
  readonly network: string;
  readonly payTo: string;
  readonly priceDrops: bigint;
  readonly description: string;
  /** Makes the resource. */
  readonly content: () => object;
}

const MAX_TIMEOUT_SECONDS = 30;

/** A server with the resource `GET /report`. It does not listen yet. */
export function createPaywall(options: PaywallOptions): Server {
  return createJsonServer({ 'GET /report': (request) => report(options, request) });
}

async function report(options: PaywallOptions, request: IncomingMessage): Promise<JsonAnswer> {
  const requirements = requirementsOf(options, `http://${request.headers.host}/report`);
  const header = request.headers[PAYMENT_HEADER.toLowerCase()];
  if (typeof header !== 'string') return paymentRequired(`the header ${PAYMENT_HEADER} is required`, requirements);
  let payment: unknown;
  try {
    payment = decodeHeader(header);
  } catch (error) {
    if (error instanceof PaymentRefused) return { status: 400, body: paymentRequired(error.reason, requirements).body };
    throw error;
  }
  const ask = <Answer>(path: string) => askFacilitator<Answer>(options, path, payment, requirements);
  const verdict = await ask<VerifyResponse>('/verify');
  if (!verdict.isValid) return paymentRequired(verdict.invalidReason ?? 'invalid_payload', requirements);
  // From here the claim counts, so the client gets what it paid for, also if the settlement fails: a later one includes this claim.
  const settlement = await ask<SettlementResponse>('/settle').catch((error: Error) => {
    console.error(`The settlement failed: ${error.message}`);
    return undefined;
  });
  const headers = settlement === undefined ? {} : { [PAYMENT_RESPONSE_HEADER]: encodeHeader(settlement) };
  return { status: 200, body: options.content(), headers };
}

function requirementsOf(options: PaywallOptions, resource: string): PaymentRequirements {
  return {
    scheme: SCHEME,
    network: options.network,
    maxAmountRequired: String(options.priceDrops),
    asset: ASSET,
    payTo: options.payTo,
    resource,
    description: options.description,
    mimeType: 'application/json',
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
  };
}

function paymentRequired(error: string, requirements: PaymentRequirements): JsonAnswer {
  const body: PaymentRequired = { x402Version: X402_VERSION, error, accepts: [requirements] };
  return { status: 402, body };
}

async function askFacilitator<Answer>(
  { facilitatorUrl }: PaywallOptions,
  path: string,
  paymentPayload: unknown,
  paymentRequirements: PaymentRequirements,
): Promise<Answer> {
  const response = await fetch(new URL(path, facilitatorUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ x402Version: X402_VERSION, paymentPayload, paymentRequirements }),
    signal: AbortSignal.timeout((MAX_TIMEOUT_SECONDS + 10) * 1000),
  });
  if (!response.ok) throw new Error(`the facilitator answers ${path} with status ${response.status}`);
  return (await response.json()) as Answer;
}
