/** Names in the header `Host`. */
import { isIP } from 'node:net';

const LABEL = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/** The name or address in a `Host` header without its port, in small letters; undefined for a malformed one. */
export function nameOfHost(host: string): string | undefined {
  const { v6, other } = /^(?:\[(?<v6>[^\]]+)\]|(?<other>[^:]+))(?::\d+)?$/.exec(host.toLowerCase())?.groups ?? {};
  if (v6 !== undefined) return isIP(v6) === 6 ? v6 : undefined;
  return other !== undefined && NAME.test(other) ? other : undefined;
}

/** True for names that no page of the internet has: those without a dot, such as that of a container, and those of `.internal`. */
export function isInternalName(name: string): boolean {
  return !name.includes('.') || name.endsWith('.internal');
}

/** True for a name, a name with `*.` before it, or `*`. */
export function isHostPattern(text: string): boolean {
  return text === '*' || NAME.test(text.replace(/^\*\./, '').toLowerCase());
}

/** Whether a name, in small letters, is the one of the pattern, is below it after `*.`, or is any one for `*`. */
export function matchesHostPattern(name: string, pattern: string): boolean {
  const small = pattern.toLowerCase();
  return small === '*' || small === name || (small.startsWith('*.') && name.endsWith(small.slice(1)));
}
