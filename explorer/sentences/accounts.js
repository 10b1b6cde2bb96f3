/** Sentences of settings of accounts: keys, signers, tickets, permissions, deletion. */

import { percentOf } from '../values/field-values.js';
import { textOfHex } from '../values/hex-text.js';
import { account, amount, count, list, say, soft } from '../values/parts.js';
import { credentialList } from './identity.js';

const RATE_PLACES = 7;
const PAR = 1_000_000_000n;

/** By the number of the flag: what setting and clearing it means. */
const FLAG_WORDS = {
  1: ['requires a destination tag', 'no longer requires a destination tag'],
  2: ['requires authorization of its holders', 'no longer requires authorization of its holders'],
  3: ['asks not to receive XRP', 'accepts XRP'],
  4: ['disabled its master key', 'enabled its master key'],
  5: ['tracks its last transaction', 'no longer tracks its last transaction'],
  6: ['gave up freezing for good', undefined],
  7: ['froze all its tokens', 'ended the freeze of all its tokens'],
  8: ['allows rippling on new trust lines', 'disallows rippling on new trust lines'],
  9: ['accepts deposits of preauthorized accounts only', 'accepts deposits of all accounts'],
  10: [undefined, 'no longer lets another account mint its NFTs'],
  12: ['blocks incoming NFT offers', 'allows incoming NFT offers'],
  13: ['blocks incoming checks', 'allows incoming checks'],
  14: ['blocks incoming payment channels', 'allows incoming payment channels'],
  15: ['blocks incoming trust lines', 'allows incoming trust lines'],
  16: ['allows clawback of its tokens', undefined],
  17: ['allows escrows of its tokens', 'disallows escrows of its tokens'],
};

/** By the bit of the transaction's flags, which are older than SetFlag. */
const TRANSACTION_FLAG_WORDS = [
  [0x00010000, 'requires a destination tag'],
  [0x00020000, 'no longer requires a destination tag'],
  [0x00040000, 'requires authorization of its holders'],
  [0x00080000, 'no longer requires authorization of its holders'],
  [0x00100000, 'asks not to receive XRP'],
  [0x00200000, 'accepts XRP'],
];

function settingsOf(tx) {
  const { SetFlag: set, ClearFlag: clear, TransferRate: rate, TickSize: tick, Flags: flags = 0 } = tx;
  return [
    FLAG_WORDS[set]?.[0] ?? (set > 0 && tx.NFTokenMinter === undefined && `set flag ${set}`),
    FLAG_WORDS[clear]?.[1] ?? (clear > 0 && `cleared flag ${clear}`),
    ...TRANSACTION_FLAG_WORDS.map(([bit, words]) => (flags & bit) !== 0 && words),
    tx.Domain !== undefined && domainWords(tx.Domain),
    rate !== undefined &&
      (rate === 0 || BigInt(rate) === PAR
        ? 'removed its transfer fee'
        : `set a transfer fee of ${percentOf(BigInt(rate) - PAR, RATE_PLACES)}`),
    tick !== undefined && (tick === 0 ? 'removed its tick size' : `set a tick size of ${tick} digits`),
    tx.NFTokenMinter !== undefined && say`lets ${account(tx.NFTokenMinter)} mint its NFTs`,
    tx.EmailHash !== undefined && (/^0*$/.test(tx.EmailHash) ? 'removed its email hash' : 'set its email hash'),
    tx.MessageKey !== undefined && (tx.MessageKey === '' ? 'removed its message key' : 'set its message key'),
    (tx.WalletLocator !== undefined || tx.WalletSize !== undefined) && 'set its wallet fields',
  ].filter((words) => words !== false && words !== undefined);
}

function domainWords(hex) {
  if (hex === '') return 'removed its domain';
  const text = textOfHex(hex);
  return say`set its domain to ${text === undefined ? { code: hex } : { text, hex }}`;
}

function settings({ tx }) {
  const words = settingsOf(tx);
  return words.length === 0 ? say`made no change to its settings` : list(words.map((one) => [one].flat()));
}

function signers({ tx }) {
  const { SignerQuorum: quorum, SignerEntries: entries = [] } = tx;
  if (quorum === 0) return say`removed its signer list`;
  return say`set ${count(entries.length, 'signer')} with a quorum of ${String(quorum)}`;
}

function preauthorized({ tx }) {
  if (tx.Authorize !== undefined) return say`accepts deposits of ${account(tx.Authorize)}`;
  if (tx.Unauthorize !== undefined) return say`no longer accepts deposits of ${account(tx.Unauthorize)}`;
  const { AuthorizeCredentials: added, UnauthorizeCredentials: removed } = tx;
  if (added !== undefined) return say`accepts deposits with ${credentialList(added)}`;
  return say`no longer accepts deposits with ${credentialList(removed ?? [])}`;
}

function permissionWords({ Permissions: permissions = [] }) {
  return list(permissions.map(({ Permission: { PermissionValue: value } }) => [String(value)]));
}

export const ACCOUNTS = {
  AccountSet: {
    done: settings,
    attempt: () => say`change its settings`,
  },
  SetRegularKey: {
    done: ({ tx }) =>
      tx.RegularKey === undefined
        ? say`removed its regular key`
        : say`set its regular key to ${account(tx.RegularKey)}`,
    attempt: (tx) =>
      tx.RegularKey === undefined ? say`remove its regular key` : say`set its regular key to ${account(tx.RegularKey)}`,
  },
  SignerListSet: {
    done: signers,
    attempt: (tx) => (tx.SignerQuorum === 0 ? say`remove its signer list` : say`set its signer list`),
  },
  TicketCreate: {
    done: ({ tx }) => say`created ${count(tx.TicketCount, 'ticket')}`,
    attempt: (tx) => say`create ${count(tx.TicketCount, 'ticket')}`,
  },
  DepositPreauth: { done: preauthorized, attempt: () => say`change its deposit preauthorizations` },
  AccountDelete: {
    done: ({ tx, meta }) => say`deleted its account and sent ${sentOf(meta)} to ${account(tx.Destination)}`,
    seenBy: (viewer, { tx, meta }) =>
      viewer === tx.Destination && say`received ${sentOf(meta)} from ${account(tx.Account)}, which was deleted`,
    attempt: (tx) => say`delete its account and send the rest to ${account(tx.Destination)}`,
    figure: ({ meta }) => meta.delivered_amount ?? meta.DeliveredAmount,
  },
  DelegateSet: {
    done: ({ tx, deleted }) =>
      (tx.Permissions ?? []).length === 0 || deleted('Delegate') !== undefined
        ? say`withdrew all permissions of ${account(tx.Authorize)}`
        : say`lets ${account(tx.Authorize)} send ${permissionWords(tx)} for it`,
    attempt: (tx) => say`change the permissions of ${account(tx.Authorize)}`,
  },
};

function sentOf(meta) {
  const sent = meta.delivered_amount ?? meta.DeliveredAmount;
  return sent === undefined || sent === 'unavailable' ? 'its XRP' : amount(sent);
}

export const delegated = (tx) =>
  tx.Delegate !== undefined && soft(say` · signed by its delegate ${account(tx.Delegate)}`);
