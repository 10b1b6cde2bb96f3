/**
 * What the documents and the command line say of a method: the content of the `.doc.ts` beside it. A server loads none
 * of it. `method-docs.ts` has the table.
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { PositionalForm } from './positional-form.ts';

export interface MethodDoc {
  /** One sentence. */
  readonly summary: string;
  /** Its words on the command line. A method without them takes its parameters in JSON there. */
  readonly commandLine?: PositionalForm;
  /**
   * Requests whose answers are recorded for the documents. They change neither the ledger nor the server; those that do
   * are in `scripts/methods-doc/story-examples.ts`.
   */
  readonly examples?: (chain: ExampleChain) => readonly Example[];
  /**
   * What each field of an answer is, by its path from the result on, such as `lines[].balance`. `*` is every other. What
   * a name means everywhere is in `scripts/methods-doc/field-texts.ts`.
   */
  readonly answer?: Readonly<Record<string, string>>;
  /** Paths of fields whose members are not listed one by one: a transaction, metadata, an entry. */
  readonly whole?: readonly string[];
  /** Objects whose members are named by the content: path, and what to show instead of the names. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** How it differs from the reference. */
  readonly difference?: string;
  /** The same by parameter. */
  readonly paramDifferences?: Readonly<Record<string, string>>;
}

export interface Example {
  readonly params: JsonObject;
  readonly apiVersion?: 1 | 2;
  readonly isWebSocket?: boolean;
  /** False: recorded for the fields of its answer, and not shown. */
  readonly isShown: boolean;
}

/** A participant of the chain of the examples, as requests name them. */
export interface ExampleAccount {
  readonly address: string;
  readonly secret: string;
  readonly publicKey: string;
}

/** The chain that examples are about; `scripts/methods-doc/story.ts` makes it. */
export interface ExampleChain {
  readonly issuer: ExampleAccount;
  /** Two with the issuer's approval. */
  readonly holder: ExampleAccount;
  readonly buyer: ExampleAccount;
  /** Waits for approval, is paid by a channel, has a signer list. */
  readonly payee: ExampleAccount;
  readonly channelId: string;
  /** A claim on the channel. */
  readonly claim: { readonly amount: string; readonly signature: string };
  /** A non-fungible token of the holder's. */
  readonly nftokenId: string;
  /** A vault of the holder's. */
  readonly vaultId: string;
  /** The issuer's payment to the holder. */
  readonly paymentHash: string;
  /** The transaction that opened the channel. */
  readonly creationHash: string;
  /** The ledger that holds it. */
  readonly ledgerHash: string;
}

type ExampleOptions = Partial<Omit<Example, 'params' | 'isShown'>>;

/** An example that the documents show. */
export function shown(params: JsonObject = {}, options: ExampleOptions = {}): Example {
  return { params, ...options, isShown: true };
}

/** An example that is recorded only for the fields of its answer. */
export function hidden(params: JsonObject = {}, options: ExampleOptions = {}): Example {
  return { params, ...options, isShown: false };
}

export const VALIDATED = { ledger_index: 'validated' };
export const XRP = { currency: 'XRP' };
export const WEBSOCKET = { isWebSocket: true };
