/**
 * The fields of a transaction form, from the server's formats (`server_definitions`), plus what these lack: elements of
 * arrays, and the meaning of numbers and bytes.
 */

/** Only the server creates these. */
const NOT_SENDABLE = new Set(['Invalid', 'EnableAmendment', 'SetFee', 'UNLModify']);
/** Fields that signing fills in, that are chosen elsewhere, or that are obsolete. */
const NOT_IN_FORM = new Set(
  'TransactionType Flags SigningPubKey TxnSignature Signers PreviousTxnID OperationLimit'.split(' '),
);
const REQUIRED = 0;
/** Filled in if empty. */
const FILLED_IN = new Set(['Fee', 'Sequence']);

const LEDGER_TIMES = new Set(['Expiration', 'CancelAfter', 'FinishAfter', 'StartDate', 'CloseTime']);
const UNIX_TIMES = new Set(['LastUpdateTime']);
/** Blobs that are usually text; others are entered in hex. */
const TEXTS = new Set(
  'URI Domain MemoType MemoData MemoFormat CredentialType Provider AssetClass Data DIDDocument MPTokenMetadata'.split(
    ' ',
  ),
);

/** By array name: the name of its elements, and their fields. `?` marks optional ones. */
const ELEMENTS = {
  Memos: { name: 'Memo', fields: 'MemoData MemoType? MemoFormat?' },
  SignerEntries: { name: 'SignerEntry', fields: 'Account SignerWeight WalletLocator?' },
  AuthAccounts: { name: 'AuthAccount', fields: 'Account' },
  PriceDataSeries: { name: 'PriceData', fields: 'BaseAsset QuoteAsset AssetPrice? Scale?' },
  AcceptedCredentials: { name: 'Credential', fields: 'Issuer CredentialType' },
  AuthorizeCredentials: { name: 'Credential', fields: 'Issuer CredentialType' },
  UnauthorizeCredentials: { name: 'Credential', fields: 'Issuer CredentialType' },
  Permissions: { name: 'Permission', fields: 'PermissionValue' },
};

/** Types that accounts may send, sorted by name. */
export function sendableTypes({ json }) {
  return Object.keys(json.TRANSACTION_TYPES)
    .filter((type) => !NOT_SENDABLE.has(type))
    .sort();
}

/**
 * The fields of a type's form: its `own`, required ones first, and those of every transaction as `common`. The sender
 * is not included.
 */
export function formOf(definitions, type) {
  const { [type]: own, common } = definitions.json.TRANSACTION_FORMATS;
  const describe = ({ name, optionality }) =>
    fieldOf(definitions, name, optionality === REQUIRED && !FILLED_IN.has(name));
  const isInForm = ({ name }) => !NOT_IN_FORM.has(name) && name !== 'Account';
  const names = new Set(own.map(({ name }) => name));
  const fields = own.filter(isInForm).map(describe);
  return {
    own: [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)],
    common: common.filter(({ name }) => !names.has(name) && isInForm({ name })).map(describe),
    flags: Object.entries(definitions.json.TRANSACTION_FLAGS[type] ?? {}).map(([name, bit]) => ({ name, bit })),
  };
}

/** `kind` is the kind of input; `fields` are those of an array's elements. */
export function fieldOf(definitions, name, isRequired) {
  const { type } = definitions.field(name);
  const field = { name, type, isRequired, kind: kindOf(name, type) };
  if (name === 'SetFlag' || name === 'ClearFlag') return { ...field, choices: definitions.json.ACCOUNT_SET_FLAGS };
  const element = ELEMENTS[name];
  if (field.kind !== 'list' || element === undefined) return field;
  const fields = element.fields.split(' ').map((word) => {
    const own = word.replace('?', '');
    return fieldOf(definitions, own, own === word);
  });
  return { ...field, element: element.name, fields };
}

function kindOf(name, type) {
  if (name === 'SetFlag' || name === 'ClearFlag') return 'choice';
  if (LEDGER_TIMES.has(name)) return 'ledger time';
  if (UNIX_TIMES.has(name)) return 'unix time';
  if (type === 'Blob') return TEXTS.has(name) ? 'text' : 'hex';
  if (type === 'STArray') return ELEMENTS[name] === undefined ? 'json' : 'list';
  return KINDS[type] ?? 'json';
}

const KINDS = {
  AccountID: 'account',
  Amount: 'amount',
  Issue: 'asset',
  Currency: 'currency',
  UInt8: 'whole number',
  UInt16: 'whole number',
  UInt32: 'whole number',
  Int32: 'whole number',
  UInt64: 'long number',
  Number: 'number',
  Hash128: 'hex',
  Hash192: 'hex',
  Hash256: 'hex',
  Vector256: 'hashes',
  XChainBridge: 'bridge',
};
