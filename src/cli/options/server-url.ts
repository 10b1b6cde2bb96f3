/** The server of a command: `--url`, else the variable `WEIR_URL`, else the default port of this machine. */
import { usageError } from '../../util/command-error.ts';

/** Environment variable with the URL of the server. */
export const URL_VARIABLE = 'WEIR_URL';
export const DEFAULT_URL = 'http://127.0.0.1:5005';
/** For help. */
export const URL_DEFAULT_TEXT = `${URL_VARIABLE}, else ${DEFAULT_URL}`;

/** Environment variable with the name of a file that has the token of administrators. */
export const TOKEN_VARIABLE = 'WEIR_ADMIN_TOKEN_FILE';
/** How the URL of a unix socket begins; the path of the socket follows. */
export const SOCKET_URL = 'unix:';

/** Protocols that a command supports. `TCP`: HTTP, but not over a unix socket. */
export type UrlKind = 'HTTP' | 'TCP' | 'HTTP or WebSocket';

const PROTOCOLS: Readonly<Record<UrlKind, readonly string[]>> = {
  HTTP: ['http:', 'https:', SOCKET_URL],
  TCP: ['http:', 'https:'],
  'HTTP or WebSocket': ['http:', 'https:', 'ws:', 'wss:'],
};

/**
 * The URL of the server. `option` is the value of `--url`, undefined if it was not given; an empty variable counts as
 * none. Throws a usage error that says which of the two is wrong; it never quotes a password.
 */
export function serverUrl(
  option: string | undefined,
  environment: (name: string) => string | undefined = (name) => process.env[name],
  kind: UrlKind = 'HTTP',
): string {
  const variable = environment(URL_VARIABLE);
  if (option !== undefined) return checkedUrl(option, '--url', kind);
  return variable === undefined || variable === '' ? DEFAULT_URL : checkedUrl(variable, URL_VARIABLE, kind);
}

/** The text, if it is a URL of that kind. Throws a usage error about `source`. */
export function checkedUrl(text: string, source: string, kind: UrlKind): string {
  if (text === '') throw usageError(`${source} needs a value such as ${DEFAULT_URL}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.username !== '' || url.password !== '')) {
    throw usageError(`${source} must not hold a user name or a password`);
  }
  if (url !== undefined && PROTOCOLS[kind].includes(url.protocol)) return text;
  // A text that is not a URL may contain a password.
  const quoted = text.includes('@') ? '' : `, not '${text}'`;
  throw usageError(
    `${source} must be an ${kind === 'HTTP or WebSocket' ? 'http, https, ws or wss' : 'http or https'} URL such as ${DEFAULT_URL}${quoted}`,
  );
}
