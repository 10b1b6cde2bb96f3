/**
 * What a transaction changed, entry by entry, for a table: the entry's name and subject, and its changed fields before
 * and after. Pure.
 */

import { fieldParts } from '../values/field-values.js';
import { count, say } from '../values/parts.js';
import { entryName, entrySubject, lineBalance } from './entry-words.js';

/** Fields that every change of an entry has, and that say nothing of their own. */
const HEADER_FIELDS = new Set([
  'PreviousTxnID',
  'PreviousTxnLgrSeq',
  'LedgerEntryType',
  'OwnerNode',
  'DestinationNode',
  'BookNode',
  'LowNode',
  'HighNode',
  'NFTokenOfferNode',
  'IssuerNode',
  'SubjectNode',
  'VaultNode',
  'LoanBrokerNode',
  'RootIndex',
  'BookDirectory',
  'index',
]);
/** Fields that the subject of a new or deleted entry says already. */
const SUBJECT_FIELDS = new Set(
  'Account Borrower Destination Issuer NFTokenID Owner Sequence Subject TicketSequence'.split(' '),
);
const KINDS = { CreatedNode: 'created', ModifiedNode: 'changed', DeletedNode: 'deleted' };
/** By name of an array field: what one of it is called. */
const ELEMENTS = {
  NFTokens: 'NFT',
  VoteSlots: 'vote',
  SignerEntries: 'signer',
  XChainClaimAttestations: 'attestation',
  XChainCreateAccountAttestations: 'attestation',
  PriceDataSeries: 'price',
  AuthAccounts: 'account',
  AcceptedCredentials: 'credential',
  AuthorizeCredentials: 'credential',
  Permissions: 'permission',
  Amendments: 'amendment',
  Majorities: 'majority',
  DisabledValidators: 'validator',
  AdditionalBooks: 'book',
  Hashes: 'hash',
  Indexes: 'index',
};

/**
 * `{ entries, quiet }`: entries with changes that mean something, and directories and entries of which only the header changed. An entry has
 * `kind`, `type`, `index`, `name`, `subject`, `isTaken` and `rows` of `{ name, before, after, change }`, which are parts or undefined.
 */
export function entryChanges(meta, known = {}) {
  const all = meta.AffectedNodes.map((node) => changeOf(node, known));
  const isQuiet = ({ type, kind, rows }) => type === 'DirectoryNode' || (kind === 'changed' && rows.length === 0);
  return { entries: all.filter((entry) => !isQuiet(entry)), quiet: all.filter(isQuiet) };
}

function changeOf(node, known) {
  const [change, entry] = Object.entries(node)[0];
  const { LedgerEntryType: type, LedgerIndex: index, PreviousFields: before = {} } = entry;
  const after = entry.NewFields ?? entry.FinalFields ?? {};
  const kind = KINDS[change];
  const shown = { type, index, kind, name: entryName(type), subject: entrySubject(type, after) };
  // An offer that was taken had other amounts before.
  const isTaken = before.TakerGets !== undefined;
  return { ...shown, isTaken, rows: rowsOf(kind, type, before, after, known) };
}

/** Of a new entry its fields, of a deleted one what it had before the transaction, of others what differs. */
function rowsOf(kind, type, before, after, known) {
  const names = kind === 'changed' ? Object.keys(before) : Object.keys({ ...before, ...after });
  // An empty line has the issuer that it has while it is not empty.
  const balance = [before.Balance, after.Balance].find((one) => one?.value !== undefined && one.value !== '0');
  return names
    .filter((name) => !HEADER_FIELDS.has(name) && (kind === 'changed' || !SUBJECT_FIELDS.has(name)))
    .flatMap((name) => {
      const old = kind === 'created' ? undefined : (before[name] ?? (kind === 'deleted' ? after[name] : undefined));
      const now = kind === 'deleted' ? undefined : after[name];
      const fields = { ...after, ...before };
      if (name === 'Flags') return kind === 'changed' ? flagsRow(type, old, now, known) : [];
      if (Array.isArray(old) || Array.isArray(now)) return arrayRow(name, old ?? [], now ?? []);
      if (isPlainObject(old) || isPlainObject(now)) return objectRows(name, old ?? {}, now ?? {}, known);
      const partsOf = (value, side) =>
        value === undefined ? undefined : valueParts(type, name, value, side, fields, { ...known, balance });
      return [{ name, before: partsOf(old, { ...after, ...before }), after: partsOf(now, after) }];
    });
}

function valueParts(type, name, value, side, fields, known) {
  if (type === 'RippleState' && name === 'Balance')
    return [
      lineBalance(
        { ...side, Balance: value },
        [fields.Balance, side.Balance].find((one) => one.value !== '0'),
      ),
    ];
  const asset = known.types?.[name] === 'Number' ? known.assetOf?.(fields) : undefined;
  return fieldParts(name, value, fields, { ...known, asset }) ?? [JSON.stringify(value)];
}

/** An object of several fields, such as an auction slot; amounts and assets are values. */
function isPlainObject(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    value.currency === undefined &&
    value.mpt_issuance_id === undefined &&
    value.value === undefined &&
    value.LockingChainDoor === undefined
  );
}

function objectRows(name, before, after, known) {
  return Object.keys({ ...before, ...after })
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .flatMap((field) => {
      if (Array.isArray(before[field]) || Array.isArray(after[field]))
        return arrayRow(`${name} · ${field}`, before[field] ?? [], after[field] ?? []);
      const partsOf = (value, side) =>
        value === undefined ? undefined : (fieldParts(field, value, side, known) ?? [JSON.stringify(value)]);
      return [
        { name: `${name} · ${field}`, before: partsOf(before[field], before), after: partsOf(after[field], after) },
      ];
    });
}

/** `+1 NFT, −2 NFTs`: elements are compared as a whole. */
function arrayRow(name, before, after) {
  const texts = (values) => values.map((value) => JSON.stringify(value));
  const [old, now] = [new Set(texts(before)), new Set(texts(after))];
  const added = [...now].filter((text) => !old.has(text));
  const removed = [...old].filter((text) => !now.has(text));
  if (added.length === 0 && removed.length === 0) return [];
  const word = ELEMENTS[name.split(' ').at(-1)] ?? 'element';
  // Other elements than NFTs change: one that was removed and one that was added are the same one.
  const changed = word === 'NFT' ? 0 : Math.min(added.length, removed.length);
  const [more, fewer] = [added.length - changed, removed.length - changed];
  const words = [
    changed > 0 && `${count(changed, word)} changed`,
    more > 0 && `+${count(more, word)}`,
    fewer > 0 && `−${count(fewer, word)}`,
  ];
  return [{ name, change: say`${words.filter(Boolean).join(', ')}` }];
}

/** Which flags were set and cleared; the numbers while the names are not known. Without flags there is nothing to say. */
function flagsRow(type, before = 0, after = 0, { entryFlags }) {
  const names = entryFlags?.[type === 'DirectoryNode' ? 'DirNode' : type];
  if (before === after) return [];
  if (names === undefined) return [{ name: 'Flags', before: [String(before)], after: [String(after)] }];
  const changed = Object.entries(names).filter(([, bit]) => ((before ^ after) & bit) !== 0);
  const words = changed.map(([name, bit]) => `${(after & bit) !== 0 ? '+' : '−'}${name}`);
  return words.length === 0 ? [] : [{ name: 'Flags', change: [words.join(', ')] }];
}
