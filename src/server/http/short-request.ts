/**
 * Recognises the requests that programs send again and again: a `POST` to `/`, whole in one piece, with the usual headers
 * in their usual form. Whatever differs in the least is none of them, and Node's parser looks at it: so what a request is
 * and where it ends is decided there wherever two readers might differ.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BoundedCache } from '../../util/bounded-cache.ts';

/** What headers say of a sender. */
export type SenderHeaders = Pick<IncomingHttpHeaders, 'host' | 'user-agent' | 'content-type'>;

export interface ShortHead {
  readonly contentLength: number;
  /** The same object for the same headers, as long as it is remembered. */
  readonly sender: SenderHeaders;
}

export interface ShortRequest {
  readonly head: ShortHead;
  /** Where the body begins; it ends with the piece. */
  readonly bodyAt: number;
}

export interface HeadLimits {
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly bodyBytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const FIRST_LINE = 'POST / HTTP/1.1';
/** Heads of programs are shorter; browsers' are longer, and none of those is taken here. */
const LONGEST_HEAD = 1_024;
/** A client's requests have a head for each length of a body. */
const REMEMBERED = 1_000;

/** Printable, without a space at either end; a name as programs write it. */
const HEADER = /^([A-Za-z-]+): ([!-~](?:[ -~]*[!-~])?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;
/** Those that change nothing in how a request is read. */
const NAMES: ReadonlySet<string> = new Set([
  'host',
  'content-type',
  'content-length',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  // Node's `fetch`; browsers say more.
  'sec-fetch-mode',
]);

export class ShortRequestReader {
  readonly #limits: HeadLimits;
  /** `null` for a head that is none of a short request. */
  readonly #heads = new BoundedCache<string, ShortHead | null>(REMEMBERED);
  readonly #senders = new BoundedCache<string, SenderHeaders>(REMEMBERED);

  constructor(limits: HeadLimits) {
    this.#limits = limits;
  }

  /** The request that this piece is, all of it; undefined if it is more, less, or anything else. */
  read(piece: Buffer): ShortRequest | undefined {
    const end = piece.indexOf(HEAD_END);
    if (end < 0 || end > LONGEST_HEAD) return undefined;
    const text = piece.toString('latin1', 0, end);
    let head = this.#heads.get(text);
    if (head === undefined) {
      head = this.#parse(text) ?? null;
      this.#heads.set(text, head);
    }
    const bodyAt = end + HEAD_END.length;
    return head !== null && piece.length - bodyAt === head.contentLength ? { head, bodyAt } : undefined;
  }

  #parse(text: string): ShortHead | undefined {
    const { headerBytes, headerCount, bodyBytes } = this.#limits;
    const [first, ...lines] = text.split('\r\n');
    if (first !== FIRST_LINE || text.length > headerBytes || lines.length > headerCount) return undefined;
    const headers = new Map<string, string>();
    for (const line of lines) {
      const [, spelling = '', value = ''] = HEADER.exec(line) ?? [];
      const name = spelling.toLowerCase();
      if (!NAMES.has(name) || headers.has(name)) return undefined;
      headers.set(name, value);
    }
    const length = headers.get('content-length');
    if (length === undefined || !LENGTH.test(length) || Number(length) > bodyBytes) return undefined;
    if ((headers.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined;
    const host = headers.get('host');
    return host === undefined ? undefined : { contentLength: Number(length), sender: this.#sender(host, headers) };
  }

  #sender(host: string, headers: ReadonlyMap<string, string>): SenderHeaders {
    const [userAgent, contentType] = [headers.get('user-agent'), headers.get('content-type')];
    const key = JSON.stringify([host, userAgent, contentType]);
    const known = this.#senders.get(key);
    if (known !== undefined) return known;
    const sender: SenderHeaders = {
      host,
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    };
    this.#senders.set(key, sender);
    return sender;
  }
}
