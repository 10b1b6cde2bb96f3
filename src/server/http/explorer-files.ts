/**
 * The files of the explorer: `GET /` for browsers, and what its page loads from `/explorer/VERSION/`. The version is a hash of all files,
 * so a page that was opened before an upgrade gets no file of another version. All files are read at the first request and served by
 * their exact names, so a path cannot lead to another file.
 *
 * Clients that accept gzip get files compressed: they are a third as large, and the compression of each is done once.
 * The page may load only from this server. `caller.ts` decides which role it has.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../util/package-root.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';

export interface FileAnswer {
  /** 304: the client has the current file; 307: redirect. */
  readonly status: 200 | 304 | 307;
  /** Names and values, in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const FOLDER = 'explorer';
const ASSETS = '/explorer/';
/** The page that loads the other files. */
export const EXPLORER_PAGE = 'index.html';

/** Files with other extensions are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=UTF-8',
};

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No script may turn a text into markup or code.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page has the same address in every version, so browsers revalidate it each time. */
const PAGE_CACHING = 'no-cache';
/** A file whose address has the version never changes. */
const ASSET_CACHING = 'public, max-age=31536000, immutable';
const VERSION_DIGITS = 16;

/** Headers of every file. */
const HEADERS: readonly string[] = [
  'content-security-policy',
  CONTENT_POLICY,
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'referrer-policy',
  'no-referrer',
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
];

/** True for paths below that of the files, even if there is no such file. */
export function isExplorerPath(url: string): boolean {
  return url.startsWith(ASSETS);
}

/** All files by name, with the content that is served. */
interface Files {
  readonly version: string;
  readonly bodies: ReadonlyMap<string, Buffer>;
}

export class ExplorerFiles {
  readonly #directory: string;
  #read: Files | undefined;
  /** Compressed files by name. */
  readonly #compressed = new Map<string, Buffer>();

  constructor(directory: string = fileURLToPath(new URL(FOLDER, PACKAGE_ROOT))) {
    this.#directory = directory;
  }

  /**
   * The name of the requested file; undefined for requests to anything but the explorer. Throws `RequestRefusal` for an unknown file and
   * for methods other than GET and HEAD.
   */
  nameOf({ method, url = '', headers }: IncomingMessage): string | undefined {
    const [place = ''] = url.split('?', 1);
    const isReading = method === 'GET' || method === 'HEAD';
    if (place === '/') return isReading && acceptsPages(headers.accept) && this.#hasPage ? EXPLORER_PAGE : undefined;
    if (!isExplorerPath(place)) return undefined;
    const { version, bodies } = this.#files;
    const start = `${ASSETS}${version}/`;
    const name = place.slice(start.length);
    if (!place.startsWith(start) || name === EXPLORER_PAGE || !bodies.has(name))
      throw new RequestRefusal(
        'The explorer has no such file. The file may belong to another version: reload the page.',
        404,
      );
    if (!isReading) throw new RequestRefusal('The files of the explorer accept only GET and HEAD requests.', 405);
    return name;
  }

  /** The file, or 304 if the client has the current one. */
  answer(name: string, { headers }: IncomingMessage): FileAnswer {
    const isCompressed = acceptsGzip(headers['accept-encoding']);
    const body = isCompressed ? this.#compressedBody(name) : this.#files.bodies.get(name)!;
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const isPage = name === EXPLORER_PAGE;
    // Clients that do not accept pages get a refusal of the API at the same path.
    const varying = ['vary', isPage ? 'accept, accept-encoding' : 'accept-encoding'];
    const caching = ['cache-control', isPage ? PAGE_CACHING : ASSET_CACHING];
    const encoding = isCompressed ? ['content-encoding', 'gzip'] : [];
    const shared = [...HEADERS, ...caching, ...varying, ...encoding, 'etag', tag];
    if (hasTag(headers['if-none-match'], tag)) return { status: 304, headers: shared, body: Buffer.alloc(0) };
    const type = CONTENT_TYPES[path.extname(name)]!;
    return { status: 200, headers: ['content-type', type, 'content-length', String(body.length), ...shared], body };
  }

  #compressedBody(name: string): Buffer {
    const known = this.#compressed.get(name);
    if (known !== undefined) return known;
    const body = gzipSync(this.#files.bodies.get(name)!);
    this.#compressed.set(name, body);
    return body;
  }

  get #hasPage(): boolean {
    return this.#files.bodies.has(EXPLORER_PAGE);
  }

  get #files(): Files {
    this.#read ??= readFiles(this.#directory);
    return this.#read;
  }
}

function readFiles(directory: string): Files {
  const bodies = new Map<string, Buffer>();
  const hash = createHash('sha256');
  for (const name of listFiles(directory).sort()) {
    const body = readFileSync(path.join(directory, name));
    bodies.set(name, body);
    hash.update(`${name}\0${body.length}\0`).update(body);
  }
  const version = hash.digest('hex').slice(0, VERSION_DIGITS);
  const page = bodies.get(EXPLORER_PAGE);
  if (page !== undefined)
    bodies.set(EXPLORER_PAGE, Buffer.from(page.toString().replaceAll(`"${ASSETS}`, `"${ASSETS}${version}/`)));
  return { version, bodies };
}

/** Names with `/` on every system. None if there is no such folder. */
function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && path.extname(entry.name) in CONTENT_TYPES)
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  } catch {
    return [];
  }
}

/** Browsers accept `text/html` by name when they open a page; programs that accept anything do not. */
function acceptsPages(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((range) => range.split(';', 1)[0]!.trim().toLowerCase() === 'text/html');
}

/** A client that gives gzip the weight 0 does not accept it. */
function acceptsGzip(encodings: string | undefined): boolean {
  return (encodings ?? '').split(',').some((one) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}

function hasTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
