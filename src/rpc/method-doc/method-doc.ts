/**
 * The documentation of a method for the documents and the command line: the content of its `.doc.ts`. A server does not load it.
 * `cli/request/method-docs.ts` has the table.
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { PositionalForm } from './positional-form.ts';

export interface MethodDoc {
  /** One sentence. */
  readonly summary: string;
  /** Its words on the command line. Without them it takes JSON parameters. */
  readonly commandLine?: PositionalForm;
  /**
   * Requests whose answers the documents show. They must not change the ledger or the server; examples that do are in `scripts/methods-doc/story-examples.ts`.
   */
  readonly examples?: (chain: ExampleChain) => readonly Example[];
  /**
   * Texts for the fields of an answer by path, such as `lines[].balance`. `*` is every other field. Texts that apply to a
   * name everywhere are in `scripts/methods-doc/field-texts.ts`.
   */
  readonly answer?: Readonly<Record<string, string>>;
  /** Paths of fields whose members are not listed: a transaction, metadata, an entry. */
  readonly whole?: readonly string[];
  /** Objects with variable member names: path, and the placeholder for the names. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Difference from the reference. */
  readonly difference?: string;
  /** Differences by parameter. */
  readonly paramDifferences?: Readonly<Record<string, string>>;
}

export interface Example {
  readonly params: JsonObject;
  readonly apiVersion?: 1 | 2;
  readonly isWebSocket?: boolean;
  /** False: only used for the fields of its answer. */
  readonly isShown: boolean;
}

/** A participant of the chain of the examples, as requests name them. */
export interface ExampleAccount {
  readonly address: string;
  readonly secret: string;
  readonly publicKey: string;
}

/** The chain of the examples, made by `scripts/methods-doc/story.ts`. */
export interface ExampleChain {
  readonly issuer: ExampleAccount;
  /** Two holders that the issuer has authorized. */
  readonly holder: ExampleAccount;
  readonly buyer: ExampleAccount;
  /** Awaits authorization, is the payee of a channel, has a signer list. */
  readonly payee: ExampleAccount;
  readonly channelId: string;
  /** A claim on the channel. */
  readonly claim: { readonly amount: string; readonly signature: string };
  /** A non-fungible token of the holder. */
  readonly nftokenId: string;
  /** A vault of the holder. */
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
