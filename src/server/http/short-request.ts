/**
 * Recognises the requests that most programs send: a `POST` to `/` in one piece, to a name of this server, with common headers in their
 * common form. Node's parser reads everything else, so it alone decides where two parsers might disagree on what a request is or where it
 * ends.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BoundedCache } from '../../util/bounded-cache.ts';
import type { OwnHosts } from '../admission/own-hosts.ts';

/** The headers that decide the role of the sender. */
export type SenderHeaders = Pick<IncomingHttpHeaders, 'host' | 'user-agent' | 'content-type'>;

export interface ShortHead {
  readonly contentLength: number;
  /** The same object for the same headers, as long as it is cached. */
  readonly sender: SenderHeaders;
}

export interface ShortRequest {
  readonly head: ShortHead;
  /** Offset of the body, which ends with the piece. */
  readonly bodyAt: number;
}

export interface HeadLimits {
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly bodyBytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const FIRST_LINE = 'POST / HTTP/1.1';
/** Heads that programs send are shorter; those of browsers are longer and not read here. */
const LONGEST_HEAD = 1_024;
/** A client sends a different head for each length of a body. */
const CACHED = 1_000;

/** A name as programs write it, and a printable value without a space at either end. */
const HEADER = /^([A-Za-z-]+): ([!-~](?:[ -~]*[!-~])?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;
/** Headers that do not change how a request is parsed. */
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
  readonly #hosts: Pick<OwnHosts, 'has'>;
  /** `null` for a head that is not that of a short request. */
  readonly #heads = new BoundedCache<string, ShortHead | null>(CACHED);
  readonly #senders = new BoundedCache<string, SenderHeaders>(CACHED);

  constructor(limits: HeadLimits, hosts: Pick<OwnHosts, 'has'>) {
    this.#limits = limits;
    this.#hosts = hosts;
  }

  /** The request, if the piece is exactly one short request; else undefined. */
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
    if (host === undefined || !this.#hosts.has(host)) return undefined;
    return { contentLength: Number(length), sender: this.#sender(host, headers) };
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
