/** Bugs of the explorer: who its page is for the server, which files it has, what they may do, what they ask again. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const EXPLORER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/server/admission/request-gate.ts',
    ['src/server/admission/request-gate.test.ts'],
    [
      ["trustsOwnPage && access === 'local' && isOwnPage(request)", "access === 'local' && isOwnPage(request)"],
      ["trustsOwnPage && access === 'local' && isOwnPage(request)", 'trustsOwnPage && isOwnPage(request)'],
      ["trustsOwnPage && access === 'local' && isOwnPage(request)", "trustsOwnPage && access === 'local'"],
      ["referer !== undefined || site !== 'same-origin'", "site !== 'same-origin'"],
      ["referer !== undefined || site !== 'same-origin'", 'referer !== undefined'],
      ["site !== 'same-origin') return", "site === 'cross-site') return"],
      [
        'if (isForwarded(headers) || hasTwoHosts(rawHeaders)) return false;',
        'if (hasTwoHosts(rawHeaders)) return false;',
      ],
      ['if (isForwarded(headers) || hasTwoHosts(rawHeaders)) return false;', 'if (isForwarded(headers)) return false;'],
      ["'sec-fetch-site': site = 'same-origin' } = headers;", "'sec-fetch-site': site = 'none' } = headers;"],
      ['host === own && origin === ', 'origin === '],
      ['host === own && origin === ', "host === own && '' !== "],
      ['host === own && origin === ', "host === own && origin?.replace('https', 'http') === "],
      ["'encrypted' in socket ? 'https' : 'http'", "'http'"],
      ["'encrypted' in socket ? 'https' : 'http'", "'encrypted' in socket ? 'http' : 'https'"],
      ['localAddress === undefined || !isLoopback(localAddress)', 'localAddress === undefined'],
      ["localAddress.replace(/^::ffff:/, '')", 'localAddress'],
      ["const host = address.includes(':')", 'const host = false'],
      ["(schemeOf(socket) === 'https' ? 443 : 80)", '80'],
      ["(schemeOf(socket) === 'https' ? 443 : 80)", '443'],
    ],
  ),
  ...mutantsOf(
    'src/server/admission/request-gate.ts',
    ['src/server/http/explorer-files.test.ts'],
    [
      ["access !== 'local' || own === undefined", 'own === undefined'],
      ['headers.host?.toLowerCase() === ', 'headers.host === '],
      ["?.[0] ?? '';", "?.[1] ?? '';"],
    ],
  ),
  ...mutantsOf(
    'src/server/http/explorer-files.ts',
    ['src/server/http/explorer-files.test.ts'],
    [
      ['"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""],
      ['"default-src \'none\'"', '"default-src \'self\'"'],
      ['  "connect-src \'self\'",\n', '  "connect-src *",\n'],
      ['  "base-uri \'none\'",\n', ''],
      ['  "form-action \'none\'",\n', ''],
      ['  "frame-ancestors \'none\'",\n', ''],
      ["  'nosniff',\n", "  'sniff',\n"],
      ["  'no-referrer',\n", "  'origin',\n"],
      ["  'DENY',\n", "  'SAMEORIGIN',\n"],
      ["  'cross-origin-opener-policy',\n  'same-origin',\n", "  'cross-origin-opener-policy',\n  'unsafe-none',\n"],
      [
        "  'cross-origin-resource-policy',\n  'same-origin',\n",
        "  'cross-origin-resource-policy',\n  'cross-origin',\n",
      ],
      ["  'no-cache',\n", "  'max-age=600',\n"],
      ['return url.startsWith(ASSETS);', "return url.startsWith('/explorer');"],
      ["const isReading = method === 'GET' || method === 'HEAD';", "const isReading = method === 'GET';"],
      ["const isReading = method === 'GET' || method === 'HEAD';", 'const isReading = true;'],
      [
        'return isReading && acceptsPages(headers.accept) && this.#has(EXPLORER_PAGE) ? EXPLORER_PAGE : undefined;',
        'return acceptsPages(headers.accept) && this.#has(EXPLORER_PAGE) ? EXPLORER_PAGE : undefined;',
      ],
      [
        'isReading && acceptsPages(headers.accept) && this.#has(EXPLORER_PAGE)',
        'isReading && this.#has(EXPLORER_PAGE)',
      ],
      [
        'isReading && acceptsPages(headers.accept) && this.#has(EXPLORER_PAGE)',
        'isReading && acceptsPages(headers.accept)',
      ],
      ["const [place = ''] = url.split('?', 1);", 'const place = url;'],
      ["'The explorer has no such file.', 404", "'The explorer has no such file.', 405"],
      ["if (!isReading) throw new RequestRefusal('Files of the explorer are read by GET and HEAD.', 405);\n", ''],
      ["const varying = name === EXPLORER_PAGE ? ['vary', 'accept'] : [];", 'const varying: string[] = [];'],
      ["if (hasTag(headers['if-none-match'], tag)) return", 'if (false) return'],
      ['status: 304, headers: shared', 'status: 304, headers: HEADERS'],
      ["createHash('sha256').update(body)", "createHash('sha256').update(name)"],
      ['entry.isFile() && path.extname(entry.name) in CONTENT_TYPES', 'path.extname(entry.name) in CONTENT_TYPES'],
      ['entry.isFile() && path.extname(entry.name) in CONTENT_TYPES', 'entry.isFile()'],
      ["one.trim() === '*' || ", ''],
      [".replace(/^W\\//, '')", ''],
      ["'content-length', String(body.length), ...shared", '...shared'],
      ["trim().toLowerCase() === 'text/html'", "trim().toLowerCase().startsWith('text/html')"],
      ["(accept ?? '').split(',').some", "(accept ?? '').split(',').every"],
    ],
  ),
  ...mutantsOf(
    'explorer/history/filters.js',
    ['test/explorer-history.test.ts'],
    [['useLayoutEffect(() => {\n    for', 'useEffect(() => {\n    for']],
  ),
  ...mutantsOf(
    'explorer/lists/paged-list.js',
    ['test/explorer-history.test.ts'],
    [
      ['  useAskingAgain(fault, again);\n', ''],
      ['  useAskingAgain(shown.fault, begin);\n', ''],
      ['[isNear, initial, tries]', '[isNear, initial]'],
      ['changes.at(-1).isIntersecting', 'changes[0].isIntersecting'],
    ],
  ),
  ...mutantsOf(
    'explorer/server.js',
    ['test/explorer-history.test.ts'],
    [
      ["'tooBusy', 'slowDown'", "'slowDown'"],
      ['    if (this.#socket.readyState !== WebSocket.OPEN) throw new ConnectionError(BROKEN);\n', ''],
      ['return fault instanceof ConnectionError || PASSING', 'return PASSING'],
    ],
  ),
  ...mutantsOf(
    'explorer/views/find.js',
    ['test/explorer-history.test.ts'],
    [
      [
        "  const entry = await server.request('ledger_entry', { index: hash, ledger_index }).catch((error) => {\n    if (mayPass(error)) throw error;\n",
        "  const entry = await server.request('ledger_entry', { index: hash, ledger_index }).catch((error) => {\n",
      ],
    ],
  ),
  ...mutantsOf(
    'explorer/scrolls.js',
    ['test/explorer-history.test.ts'],
    [
      ['if (place !== undefined && place.y > 0) this.#returnTo(place);', ''],
      ['Math.min(-sectionTop, section.offsetHeight)', '0'],
    ],
  ),
];
