/**
 * Masks secrets in logs and crash reports. Secrets are not logged on purpose, but the message of an error may quote one.
 */

/** Base58 seeds of both key types. */
const SEEDS = /\b(?:s[1-9A-HJ-NP-Za-km-z]{28}|sEd[1-9A-HJ-NP-Za-km-z]{28})\b/g;
/** Members of JSON, also within a JSON string. */
const MEMBERS = /("(?:secret|seed|seed_hex|passphrase)\\*"\s*:\s*\\*")[^"\\]*/g;

/** Masks seeds, and the values of members that contain secrets. */
export function maskSecretsInText(text: string): string {
  return text.replace(SEEDS, '<masked>').replace(MEMBERS, '$1<masked>');
}
