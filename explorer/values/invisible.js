/** Characters that are not seen, or that change what is seen of others. A stranger chooses them in memos, names and messages. */

/** Controls, formats (also those that change the direction of text), lone surrogates, private and unusual spaces. */
export const INVISIBLE = /[\p{DI}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00A0\u2000-\u200A\u202F\u205F\u2800\u3000]/u;
const ALL = new RegExp(INVISIBLE, 'gu');
/** Nearly every text has only these characters. This check takes a fraction of the time. */
const PLAIN = /^[\t\n -~]*$/;

/**
 * The text with each of these characters as JSON escapes it (`\u202e`), except tabs and line feeds. In JSON the values stay equal.
 *
 * @param {string} text
 */
export function escapeInvisible(text) {
  return PLAIN.test(text) ? text : text.replace(ALL, escaped);
}

/** @param {string} character */
function escaped(character) {
  if (character === '\t' || character === '\n') return character;
  // By code units, as JSON has them.
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
