/** Names of the accounts that every development server has. Their secrets are public. */

const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
/** In their order. */
export const DEVELOPMENT_ACCOUNTS = [
  'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4',
  'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD',
  'rfUdBNLtZw6rpgBAryhBwmWv3HvLkmWs4p',
  'rHx8CTjCWJSxGbMsycwovZ8qwmgY4z5npv',
  'r4W9nTeQWB58Z91kcS2ayzMLSKbDZGHvBj',
  'rEg6F1G9hrEnCkZnAz5xzz3dPyy71behqt',
  'rJEjF1eH2yayvaNAf7i7CkovdSbFJ4e5qu',
  'rhr2rxWmnzJ42giRBX7WuhxapRvs5pJ9Fb',
  'rHhLf37FrGCfGjda4Kbj8u3j13EvFq7r5B',
  'rNkcMTfEsxXjya6j88g5AKQDKH3N71CxSN',
];

const WORDS = /^dev(?:elopment)?(?:[ -]?account)?[ -]?#?(\d{1,2})$/i;

/** `dev 3`, `development account 3`, `master` or `genesis`; undefined for other texts. */
export function addressOfName(text) {
  const word = text.trim();
  if (/^(?:master|genesis)(?:[ -]account)?$/i.test(word)) return MASTER;
  const [, number] = WORDS.exec(word) ?? [];
  return number === undefined ? undefined : DEVELOPMENT_ACCOUNTS[Number(number) - 1];
}

/** Pairs of address and name. */
export const NAMED_ACCOUNTS = [MASTER, ...DEVELOPMENT_ACCOUNTS].map((address) => [address, nameOfAddress(address)]);

export function nameOfAddress(address) {
  if (address === MASTER) return 'Master account';
  const at = DEVELOPMENT_ACCOUNTS.indexOf(address);
  return at < 0 ? undefined : `Dev ${at + 1}`;
}
