/**
 * Writes a recording: the chain's settings and its ledgers so far, then each exchange, and each ledger that closes. Secrets are never
 * written: a submission with a secret becomes one of the signed blob, and other exchanges with a secret are left out.
 */
import { LinkError } from '../client/ledger-link.ts';
import { feesOf } from '../ledger/chain-entries.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { Amendments, FeeSettings } from '../protocol/entries/entries.ts';
import { amendmentsKeylet, feesKeylet } from '../protocol/entries/keylets.ts';
import type { Hash256, Hex, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { hexToBytes } from '../util/hex.ts';
import { type EnvLine, type HttpLine, type RecordedLine, type RpcLine, submittedAsBlob } from './recording.ts';
import { HEADER_FIELDS } from './replay-recording.ts';

/** Calls a method of the recorded server; resolves to its result, which may be an error. */
export type RecordedCall = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Parameters that hold a secret, and methods whose answer does. */
const SECRET_PARAMS = /"(?:secret|seed|seed_hex|passphrase|private_key)"/;
const SECRET_METHODS = new Set(['wallet_propose', 'validation_create', 'channel_authorize', 'sign', 'sign_for']);
/** They need a connection that stays, so a replay cannot send them. */
const STREAM_METHODS = new Set(['subscribe', 'unsubscribe', 'path_find']);

const FIRST_CLOSED = 2;

export class Recorder {
  readonly #call: RecordedCall;
  readonly #write: (line: EnvLine | RecordedLine) => void;
  #lastIndex = FIRST_CLOSED;
  #leftOut = 0;
  #answers = 0;

  /** `write` takes the lines in their order. */
  constructor(call: RecordedCall, write: (line: EnvLine | RecordedLine) => void) {
    this.#call = call;
    this.#write = write;
  }

  /** The index of the last recorded ledger. */
  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** How many answers were written. */
  get answers(): number {
    return this.#answers;
  }

  /** How many exchanges were not written, because they have a secret or need a connection that stays. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /**
   * Writes what a replay needs to reach the present: the first ledger, and each transaction and close since. Rejects with a `LinkError`
   * if the server no longer has its first ledger.
   */
  async begin(): Promise<void> {
    this.#write(await this.#envLine());
    const header = await this.#header('validated');
    for (let index = FIRST_CLOSED + 1; index <= Number(header.ledger_index); index++) {
      const close = await this.#closeLine(index);
      this.#writeEarlier(close.txs.map(({ tx_blob }) => tx_blob!));
      this.#write(close);
      this.#lastIndex = index;
    }
    const open = await this.#success('ledger', {
      ledger_index: 'current',
      transactions: true,
      expand: true,
      binary: true,
    });
    this.#writeEarlier(((open.ledger as JsonObject).transactions as JsonObject[]).map(({ tx_blob }) => tx_blob!));
  }

  /** Writes an exchange of a method, and the ledgers that closed before or with it. */
  async exchanged(method: string, params: JsonObject, result: JsonObject): Promise<void> {
    const line = this.#rpcLine(method, params, result);
    if (line === undefined && method !== 'ledger_accept') this.#leftOut += 1;
    await this.#writeWithCloses(line, ledgerBefore(result));
  }

  /** Writes another request, of which only the text is known. */
  async exchangedText({ body, status, json }: Omit<HttpLine, 'kind'>): Promise<void> {
    const isSecret = SECRET_PARAMS.test(body) || [...SECRET_METHODS].some((method) => body.includes(`"${method}"`));
    if (isSecret) this.#leftOut += 1;
    const line: HttpLine = { kind: 'http', body, status, ...(json === undefined ? {} : { json }) };
    await this.#writeWithCloses(isSecret ? undefined : line, undefined);
  }

  #rpcLine(method: string, params: JsonObject, result: JsonObject): RpcLine | undefined {
    if (method === 'ledger_accept' || STREAM_METHODS.has(method) || SECRET_METHODS.has(method)) return undefined;
    const line: RpcLine = { kind: 'rpc', method, params, result: withoutRequest(result) };
    if (!SECRET_PARAMS.test(JSON.stringify(params))) return line;
    const signed = submittedAsBlob(line) as RpcLine;
    return signed === line ? undefined : signed;
  }

  /** Writes the line after the ledgers that its answer has seen, and before the others. */
  async #writeWithCloses(line: RecordedLine | undefined, seenIndex: number | undefined): Promise<void> {
    const { ledger_index: validated } = await this.#header('validated');
    const seen = Math.min(Number(validated), seenIndex ?? 0);
    while (this.#lastIndex < seen) await this.#writeClose(this.#lastIndex + 1);
    if (line !== undefined) {
      this.#write(line);
      this.#answers += 1;
    }
    while (this.#lastIndex < Number(validated)) await this.#writeClose(this.#lastIndex + 1);
    // A test bench can return to an earlier ledger.
    this.#lastIndex = Number(validated);
  }

  async #writeClose(index: number): Promise<void> {
    this.#write(await this.#closeLine(index));
    this.#lastIndex = index;
  }

  /** Their answers are not known. */
  #writeEarlier(blobs: readonly Json[]): void {
    for (const tx_blob of blobs) {
      const skip = 'submitted before the recording';
      this.#write({ kind: 'rpc', method: 'submit', params: { tx_blob }, result: {}, skip });
    }
  }

  async #closeLine(index: number): Promise<Extract<RecordedLine, { kind: 'close' }>> {
    const header = await this.#header(index);
    const params = { ledger_index: index, transactions: true, expand: true, binary: true };
    const { transactions } = (await this.#success('ledger', params)).ledger as JsonObject;
    const txs = (transactions as { tx_blob: Hex; meta: Hex; meta_blob?: Hex }[])
      .map(({ tx_blob, meta, meta_blob = meta }) => ({ tx_blob, meta: meta_blob }))
      .sort((a, b) => indexIn(a.meta) - indexIn(b.meta));
    return { kind: 'close', header, txs };
  }

  async #header(ledger_index: number | string): Promise<JsonObject> {
    const result = await this.#success('ledger', { ledger_index });
    const ledger = result.ledger as JsonObject;
    const header: Record<string, Json> = { ledger_index: Number(ledger.ledger_index) };
    for (const field of HEADER_FIELDS) if (ledger[field] !== undefined) header[field] = ledger[field];
    return header;
  }

  async #envLine(): Promise<EnvLine> {
    const entries = await this.#firstState();
    const entryAt = (key: Hash256) => (entries[key] === undefined ? undefined : decodeObject(hexToBytes(entries[key])));
    const amendments = entryAt(amendmentsKeylet().key) as Amendments | undefined;
    const { baseDrops, reserveDrops, reserveIncrementDrops } = feesOf(
      entryAt(feesKeylet().key) as FeeSettings | undefined,
    );
    const fees = {
      base_fee: String(baseDrops),
      reserve_base: String(reserveDrops),
      reserve_inc: String(reserveIncrementDrops),
    };
    const { network_id, weir } = (await this.#success('server_info', {})).info as JsonObject;
    return {
      kind: 'env',
      amendments: amendments?.Amendments ?? [],
      ...fees,
      ...(network_id === undefined ? {} : { network_id }),
      entries,
      // Weir votes for the fees that its chain began with, the reference for its own.
      ...(weir === undefined ? {} : { voted_fees: fees }),
      closed: await this.#header(FIRST_CLOSED),
    };
  }

  /** The entries of ledger 1. */
  async #firstState(): Promise<Record<Hash256, Hex>> {
    const entries: Record<Hash256, Hex> = {};
    let marker: Json | undefined;
    do {
      const page = { ledger_index: 1, binary: true, ...(marker === undefined ? {} : { marker }) };
      const result = await this.#call('ledger_data', page);
      if (result.error === 'lgrNotFound') {
        throw new LinkError(
          'the server no longer has ledger 1: only a chain that is there from its beginning can be recorded',
        );
      }
      for (const { index, data } of result.state as { index: string; data: string }[]) entries[index] = data;
      marker = result.marker;
    } while (marker !== undefined);
    return entries;
  }

  async #success(method: string, params: JsonObject): Promise<JsonObject> {
    const result = await this.#call(method, params);
    if (result.error !== undefined) throw new LinkError(`${method}: ${result.error_message ?? result.error}`);
    return result;
  }
}

/** The place of a transaction in its ledger, by its metadata. */
function indexIn(meta: Hex): number {
  return (decodeObject(hexToBytes(meta)) as unknown as { readonly TransactionIndex: number }).TransactionIndex;
}

/** The last ledger that the server had validated when it answered; undefined if the answer does not say. */
function ledgerBefore(result: JsonObject): number | undefined {
  const { validated_ledger_index: validated, ledger_current_index: current, ledger_index: index } = result;
  if (typeof validated === 'number') return validated;
  if (typeof current === 'number') return current - 1;
  return result.validated === true && typeof index === 'number' ? index : undefined;
}

/** An error repeats the request, in a form that depends on the transport. */
function withoutRequest({ request: _, ...result }: JsonObject): JsonObject {
  return result;
}

/** The method and parameters of a request in the JSON-RPC envelope; undefined for another one, and for several in one. */
export function parseJsonRpc(body: string): { readonly method: string; readonly params: JsonObject } | undefined {
  try {
    const json: unknown = JSON.parse(body);
    if (!isJsonObject(json) || typeof json.method !== 'string') return undefined;
    const { method, params: list = [{}], ...rest } = json;
    if (!Array.isArray(list) || list.length > 1 || Object.keys(rest).length > 0) return undefined;
    const [params = {}] = list as Json[];
    return isJsonObject(params) ? { method, params } : undefined;
  } catch {
    return undefined;
  }
}
