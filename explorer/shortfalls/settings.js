/** Settings: what was as asked already, what has no effect, and trust lines that are deleted on the way. */

import { assetOf } from '../values/assets.js';
import { account, asset, list, say } from '../values/parts.js';

const tfSetNoRipple = 0x00020000;
const tfClearNoRipple = 0x00040000;
const lsfLowAuth = 0x00040000;
const lsfHighAuth = 0x00080000;
const lsfNoFreeze = 0x00200000;
const lsfGlobalFreeze = 0x00400000;
const tfUniversal = 0xe0000000;

const asfAccountTxnID = 5;
const asfNoFreeze = 6;
const asfGlobalFreeze = 7;
const asfAuthorizedNFTokenMinter = 10;
const asfAllowTrustLineClawback = 16;
const LAST_ACCOUNT_FLAG = 17;
/** There is no flag with this number. */
const MISSING_ACCOUNT_FLAG = 11;

const hasFlags = ({ Flags: flags = 0 }, bits) => (flags & bits) !== 0;

/** `nodes` without what every transaction changes: the accounts that send and pay, tickets, lists of entries. */
function changedEntries({ nodes }) {
  return nodes.filter(({ type, isChanged }) => isChanged && !['AccountRoot', 'Ticket', 'DirectoryNode'].includes(type));
}

const lineBetween = ({ LimitAmount: limit }) =>
  say`the trust line in ${asset({ currency: assetOf(limit).currency })} with ${account(limit.issuer)}`;

function authorizationDeleted({ tx, deleted }) {
  const line = deleted('RippleState');
  if (line === undefined || !hasFlags(line.fields, lsfLowAuth | lsfHighAuth)) return undefined;
  return say`${lineBetween(tx)} had a limit of 0 and the default settings on both sides, so it was deleted, and with it its authorization. It can be authorized again, and lasts while its holder has a limit or a balance`;
}

/** A limit of 0 with the default of No Ripple is how an account removes its line. */
function lineDeleted({ tx, deleted }) {
  const line = deleted('RippleState');
  const isRemoval = !hasFlags(tx, ~(tfUniversal | tfSetNoRipple | tfClearNoRipple)) && !tx.QualityIn && !tx.QualityOut;
  if (line === undefined || isRemoval || hasFlags(line.fields, lsfLowAuth | lsfHighAuth)) return undefined;
  return say`${lineBetween(tx)} had a limit of 0 and the default settings on both sides, so it was deleted`;
}

function lineSettingIgnored({ tx }) {
  const isBoth = hasFlags(tx, tfSetNoRipple) && hasFlags(tx, tfClearNoRipple);
  return isBoth ? say`neither tfSetNoRipple nor tfClearNoRipple took effect, since both are set` : undefined;
}

/** Settings in an AccountSet that have no effect. */
function ignoredSettings({ tx, nodes }) {
  const { SetFlag: set = 0, ClearFlag: clear = 0 } = tx;
  const isUnknown = (number) => number > LAST_ACCOUNT_FLAG || number === MISSING_ACCOUNT_FLAG;
  const isFixed = clear === asfNoFreeze || clear === asfAllowTrustLineClawback;
  const { Flags: flags = 0 } = rootOf({ tx, nodes })?.fields ?? {};
  const isFrozen = clear === asfGlobalFreeze && (flags & lsfGlobalFreeze) !== 0 && (flags & lsfNoFreeze) !== 0;
  return [
    isUnknown(set) && `SetFlag ${set} stands for no setting`,
    isUnknown(clear) && `ClearFlag ${clear} stands for no setting`,
    isFixed && `the setting of ClearFlag ${clear} cannot be ended`,
    isFrozen && 'the global freeze cannot end, since the account gave up freezing (asfNoFreeze)',
    tx.NFTokenMinter !== undefined &&
      set !== asfAuthorizedNFTokenMinter &&
      `NFTokenMinter has no effect without SetFlag ${asfAuthorizedNFTokenMinter}`,
    tx.WalletSize !== undefined && 'WalletSize has no effect',
  ].filter((words) => words !== false);
}

function rootOf({ tx, nodes }) {
  return nodes.find(({ type, fields }) => type === 'AccountRoot' && fields.Account === tx.Account);
}

function accountSettingIgnored(facts) {
  const words = ignoredSettings(facts);
  return words.length === 0 ? undefined : list(words.map((one) => [one]));
}

/** Fields of an AccountSet with the values that remove them. */
const REMOVED_BY = {
  Domain: /^$/,
  MessageKey: /^$/,
  EmailHash: /^0*$/,
  WalletLocator: /^0*$/,
  TransferRate: /^(0|1000000000)$/,
  TickSize: /^(0|16)$/,
};
const LEGACY_FLAGS = 0x003f0000;

/**
 * Metadata show whether flags changed and whether a field was removed. They do not show whether a field was added or had its
 * value already, so nothing is said of a transaction that sets one.
 */
function accountUnchanged(facts) {
  const { tx } = facts;
  const { SetFlag: set = 0, ClearFlag: clear = 0 } = tx;
  const given = Object.keys(REMOVED_BY).filter((name) => tx[name] !== undefined);
  const sets = given.some((name) => !REMOVED_BY[name].test(String(tx[name])));
  const added = set === asfAuthorizedNFTokenMinter || set === asfAccountTxnID;
  const isAsked = set > 0 || clear > 0 || given.length > 0 || hasFlags(tx, LEGACY_FLAGS);
  if (sets || added || !isAsked || ignoredSettings(facts).length > 0) return undefined;
  const { previous } = rootOf(facts) ?? { previous: {} };
  const removable = [...given, 'Flags', 'NFTokenMinter'];
  // An account that tracks its last transaction has another AccountTxnID after each.
  const isTrackingEnded = clear === asfAccountTxnID && previous.AccountTxnID !== undefined;
  if (isTrackingEnded || removable.some((name) => previous[name] !== undefined)) return undefined;
  return say`nothing changed: the settings were as asked already`;
}

function keyUnchanged(facts) {
  const isRemoval = facts.tx.RegularKey === undefined;
  if (!isRemoval || rootOf(facts)?.previous.RegularKey !== undefined) return undefined;
  return say`nothing changed: there was no regular key`;
}

const unchanged = (words) => (facts) =>
  changedEntries(facts).length === 0 ? say`nothing changed: ${words}` : undefined;

/** For the types whose entry is not in the metadata if it is the same as before. */
const UNCHANGED_WORDS = {
  TrustSet: 'the trust line was as asked already',
  SignerListSet: 'the signer list was as asked already',
  DelegateSet: 'the permissions were as asked already',
  DIDSet: 'the identifier was as asked already',
  PermissionedDomainSet: 'the domain was as asked already',
  MPTokenAuthorize: 'the authorization was as asked already',
  MPTokenIssuanceSet: 'the token was as asked already',
  NFTokenModify: 'the URI was as asked already',
  VaultSet: 'the vault was as asked already',
  LoanBrokerSet: 'the loan broker was as asked already',
  LoanManage: 'no flag says what to do',
  XChainModifyBridge: 'the bridge was as asked already',
  AMMVote: 'the vote was the same already, or others weigh more',
};

function voteNotCounted({ tx, modified }) {
  const slots = modified('AMM')?.fields.VoteSlots;
  if (slots === undefined || slots.some(({ VoteEntry: vote }) => vote.Account === tx.Account)) return undefined;
  return say`the vote does not count: eight others have more LP tokens`;
}

export const SETTINGS = [
  {
    code: 'authorization_deleted',
    when: 'Neither side of the trust line has a limit, a balance or other settings, so the line was deleted with its authorization.',
    types: ['TrustSet'],
    parts: authorizationDeleted,
  },
  {
    code: 'line_deleted',
    when: 'Another setting was asked for, and the line was deleted, since neither side has a limit, a balance or other settings.',
    types: ['TrustSet'],
    parts: lineDeleted,
  },
  {
    code: 'setting_ignored',
    when: 'A flag or field has no effect: it is unknown, cannot be cleared, needs another one, or contradicts another one.',
    types: ['TrustSet'],
    isPossible: (tx) => hasFlags(tx, tfSetNoRipple) && hasFlags(tx, tfClearNoRipple),
    parts: lineSettingIgnored,
  },
  { code: 'setting_ignored', types: ['AccountSet'], parts: accountSettingIgnored },
  {
    code: 'nothing_changed',
    when: 'The ledger was as asked already. Metadata show it for flags, for removals, and for entries other than accounts.',
    types: ['AccountSet'],
    parts: accountUnchanged,
  },
  { code: 'nothing_changed', types: ['SetRegularKey'], parts: keyUnchanged },
  ...Object.entries(UNCHANGED_WORDS).map(([type, words]) => ({
    code: 'nothing_changed',
    types: [type],
    parts: unchanged(words),
  })),
  {
    code: 'vote_not_counted',
    when: 'A pool counts the votes of the eight accounts with most LP tokens, and the sender is none of them.',
    types: ['AMMVote'],
    parts: voteNotCounted,
  },
];
