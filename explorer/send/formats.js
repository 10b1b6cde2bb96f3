/**
 * Which fields a form has, by what the server says of formats (`server_definitions`), and what it does not say: what
 * arrays hold, and what a number or bytes mean.
 */

/** Only the server itself makes these. */
const NOT_SENT = new Set(['Invalid', 'EnableAmendment', 'SetFee', 'UNLModify']);
/** What signing fills in, what is chosen elsewhere, and what no transaction needs any more. */
const NOT_ASKED = new Set(
  'TransactionType Flags SigningPubKey TxnSignature Signers PreviousTxnID OperationLimit'.split(' '),
);
const REQUIRED = 0;
/** Filled in where they are empty. */
const FILLED_IN = new Set(['Fee', 'Sequence']);

const LEDGER_TIMES = new Set(['Expiration', 'CancelAfter', 'FinishAfter', 'StartDate', 'CloseTime']);
const UNIX_TIMES = new Set(['LastUpdateTime']);
/** Bytes that are a text as a rule; others are typed in hex. */
const TEXTS = new Set(
  'URI Domain MemoType MemoData MemoFormat CredentialType Provider AssetClass Data DIDDocument MPTokenMetadata'.split(
    ' ',
  ),
);

/** By the name of an array: what its elements are called, and their fields. A `?` marks one that may be left out. */
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

/** Types that anybody may send, in the order of their names. */
export function sentTypes({ json }) {
  return Object.keys(json.TRANSACTION_TYPES)
    .filter((type) => !NOT_SENT.has(type))
    .sort();
}

/**
 * The fields of a type's form: its `own`, of which the required ones come first, and those that every transaction has, as
 * `common`. The sender is in neither.
 */
export function formOf(definitions, type) {
  const { [type]: own, common } = definitions.json.TRANSACTION_FORMATS;
  const describe = ({ name, optionality }) =>
    fieldOf(definitions, name, optionality === REQUIRED && !FILLED_IN.has(name));
  const asked = ({ name }) => !NOT_ASKED.has(name) && name !== 'Account';
  const names = new Set(own.map(({ name }) => name));
  const fields = own.filter(asked).map(describe);
  return {
    own: [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)],
    common: common.filter(({ name }) => !names.has(name) && asked({ name })).map(describe),
    flags: Object.entries(definitions.json.TRANSACTION_FLAGS[type] ?? {}).map(([name, bit]) => ({ name, bit })),
  };
}

/** `kind` says which input it has; `fields` are those of an array's elements. */
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
