/**
 * The last line of defence for text that leaves the process outside of answers: logs and the report of a crash. Nothing
 * logs secrets on purpose, but the message of an error may quote what it could not use.
 */

/** Base58 seeds of both kinds, as a word of their own. */
const SEEDS = /\b(?:s[1-9A-HJ-NP-Za-km-z]{28}|sEd[1-9A-HJ-NP-Za-km-z]{28})\b/g;
/** Members of JSON, also where JSON is quoted in JSON. */
const MEMBERS = /("(?:secret|seed|seed_hex|passphrase)\\*"\s*:\s*\\*")[^"\\]*/g;

/** The text with everything masked that looks like a seed, or stands where secrets stand. */
export function maskSecretsInText(text: string): string {
  return text.replace(SEEDS, '<masked>').replace(MEMBERS, '$1<masked>');
}
