/**
 * The texts of the fields of answers: from the method's documentation by the path of the field, else from the table of common
 * names here. The generator fails for a field without a text.
 */
import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';

/** Texts of names that mean the same in all answers. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  // The ledger of an answer
  ['ledger_hash', 'Hash of the ledger that was read.'],
  ['ledger_index', 'Index of the ledger that was read.'],
  ['ledger_current_index', 'Index of the open ledger that was read.'],
  ['validated', 'True if the ledger is validated, so that the answer is final.'],
  ['limit', 'The limit of the page.'],
  ['marker', 'Start of the next page; absent on the last page.'],
  ['account', 'Address of the account.'],
  ['source_account', 'Address of the account that pays.'],
  ['destination_account', 'Address of the account that is paid.'],
  // Amounts
  ['currency', 'Currency code.'],
  ['issuer', 'Address of the issuer.'],
  ['value', 'Decimal number.'],
  // Transactions
  ['Account', 'Address of the account.'],
  ['Amount', 'Amount: drops as a string, or a token amount.'],
  ['Destination', 'Address of the account that is paid.'],
  ['CancelAfter', 'When a payment channel expires in any case, in seconds since 2000-01-01T00:00:00Z.'],
  ['DestinationTag', 'Tag for the destination.'],
  ['PublicKey', 'Key that signs the claims of a payment channel, in hex.'],
  ['SettleDelay', 'Seconds that a requested close of a payment channel takes at least.'],
  ['DeliverMax', 'The same as `Amount`, under its newer name.'],
  ['Fee', 'Fee in drops.'],
  ['Flags', 'Bit field of flags.'],
  ['Sequence', 'Sequence number.'],
  ['SigningPubKey', 'Public key that signed, in hex.'],
  ['TransactionType', 'Type of the transaction.'],
  ['TxnSignature', 'Signature in hex.'],
  ['tx_json', 'The transaction with all its fields.'],
  ['tx_blob', 'The transaction as bytes, in hex.'],
  ['meta', 'Metadata: what the transaction changed, its result, and `delivered_amount`.'],
  ['meta_blob', 'The metadata as bytes, in hex.'],
  ['metadata', 'Metadata: what the transaction changed, and its result.'],
  ['hash', 'Hash of the transaction.'],
  ['ctid', 'Short id of the transaction: ledger, position and network.'],
  ['date', 'Close time of its ledger, in seconds since 2000-01-01T00:00:00Z.'],
  ['inLedger', 'Index of its ledger (older name).'],
  ['close_time_iso', 'Close time of the ledger, as text.'],
  ['channel_id', 'Id of the payment channel.'],
  ['engine_result', 'The result code; see [results](../results.md).'],
  ['engine_result_code', 'Its number.'],
  ['engine_result_message', 'Its meaning in words.'],
  // Keys
  ['public_key', 'Public key, in base58.'],
  ['public_key_hex', 'The same in hex.'],
  // Servers
  ['ledger_time', 'Close time of that ledger, in seconds since 2000-01-01T00:00:00Z.'],
  ['random', '256 random bits in hex.'],
  ['load_base', 'The load factor of a server without load.'],
  ['load_factor', 'Factor of the base fee that a transaction costs now, relative to `load_base` if present.'],
  ['hostid', 'Name of the machine, for the operator.'],
  ['pubkey_node', 'Public key of the server.'],
  ['network_id', 'Network id of the chain; 0 if none was set.'],
  ['validation_quorum', 'Always 0: there are no validators.'],
]);

/** The description of the field at a path of a method's answer. Throws if there is none. */
export function fieldText(method: string, path: string): string {
  const { answer = {} } = METHOD_DOCS.get(method)!;
  const text = answer[path] ?? answer['*'] ?? commonText(path);
  if (text === undefined) throw new Error(`The documentation of ${method} says nothing of '${path}' in its answer.`);
  return text;
}

/** The text of a field whose name means the same everywhere; undefined for other names. */
export function commonText(path: string): string | undefined {
  return BY_NAME.get(path.split('.').at(-1)!.replaceAll('[]', ''));
}
