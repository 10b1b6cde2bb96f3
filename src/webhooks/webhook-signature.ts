/** Secrets and signatures in the manner of Standard Webhooks (https://www.standardwebhooks.com), so its libraries verify them. */
import { createHmac } from 'node:crypto';

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const SECRET_BYTES = { least: 24, most: 64 };

/** The keys in a text with one secret in each line; undefined if there is none, or one is malformed. */
export function parseSecrets(text: string): readonly Buffer[] | undefined {
  const keys = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(parseSecret);
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseSecret(text: string): Buffer | undefined {
  const [, encoded] = SECRET.exec(text) ?? [];
  const key = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  return key !== undefined && key.length >= SECRET_BYTES.least && key.length <= SECRET_BYTES.most ? key : undefined;
}

/** The headers that identify and sign a message. With several keys it has a signature by each, so that a secret can be replaced. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  nowMs: number,
  keys: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = keys.map((key) => {
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
