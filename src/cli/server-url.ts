/** Which server a command asks: the one of `--url`, else of the variable `WEIR_URL`, else the usual one of this machine. */
import { usageError } from './command-error.ts';

/** The environment variable that may name the server. */
export const URL_VARIABLE = 'WEIR_URL';
export const DEFAULT_URL = 'http://127.0.0.1:5005';
/** For help. */
export const URL_DEFAULT_TEXT = `${URL_VARIABLE}, else ${DEFAULT_URL}`;

/**
 * The URL of the server. `option` is the value of `--url`, undefined if it was not given; an empty variable counts as
 * none. Throws a usage error that says which of the two is wrong; it never quotes a password.
 */
export function serverUrl(
  option: string | undefined,
  environment: (name: string) => string | undefined = (name) => process.env[name],
): string {
  const variable = environment(URL_VARIABLE);
  if (option !== undefined) return checked(option, '--url');
  return variable === undefined || variable === '' ? DEFAULT_URL : checked(variable, URL_VARIABLE);
}

function checked(text: string, source: string): string {
  if (text === '') throw usageError(`${source} needs a value such as ${DEFAULT_URL}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.username !== '' || url.password !== '')) {
    throw usageError(`${source} must not hold a user name or a password`);
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  // What is no URL may hold anything.
  const quoted = text.includes('@') ? '' : `, not '${text}'`;
  throw usageError(`${source} must be an http or https URL such as ${DEFAULT_URL}${quoted}`);
}
