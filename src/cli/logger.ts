/**
 * Structured logs on standard error, so that standard output stays for what a command answers. One JSON object a line,
 * or readable text when a person watches. Requests are never logged with their parameters; the redaction is a second
 * line of defence for objects that carry a secret by accident, and the masking of lines a third for texts that do.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { maskSecretsInText } from './masked-text.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;
const SECRET_NAMES = ['secret', 'seed', 'seed_hex', 'passphrase'];

export async function createLogger(level: LogLevel): Promise<Logger> {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`]);
  const redact = { paths, censor: '<masked>' };
  return pino({ level, base: null, redact, hooks: { streamWrite: maskSecretsInText } }, await logDestination());
}

async function logDestination(): Promise<DestinationStream> {
  if (!process.stderr.isTTY) {
    const lines = destination({ fd: STANDARD_ERROR, sync: true });
    // Whoever read them is gone.
    lines.on('error', () => {});
    return lines;
  }
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ destination: STANDARD_ERROR, sync: true, translateTime: 'SYS:HH:MM:ss.l' });
}
