/** Bugs of roles and admission: who is the administrator, what limits let in, which secrets show. */
import { type Mutant, mutantsOf } from './mutant.ts';

const PROXY_HEADERS = [
  'x-real-ip',
  'x-forwarded-for',
  'x-client-ip',
  'x-original-forwarded-for',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
];

export const ROLE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/server/admission/caller.ts',
    ['src/server/admission/caller.test.ts'],
    [
      ...PROXY_HEADERS.map((name) => [`  '${name}',\n`, ''] as const),
      ["['origin', 'referer', 'sec-fetch-site']", "['origin', 'referer']"],
      ["if (access === 'none' || (access", 'if ((access'],
      ["(access === 'local' && !isLoopback(socket.remoteAddress))", 'false'],
      ['if (isForwarded(headers) || isFromPage(headers))', 'if (isFromPage(headers))'],
      ['if (isForwarded(headers) || isFromPage(headers))', 'if (isForwarded(headers))'],
      ['isLocalHost(headers.host) && !hasTwoHosts(rawHeaders)', 'isLocalHost(headers.host)'],
      ['isLocalHost(headers.host) && !hasTwoHosts(rawHeaders)', '!hasTwoHosts(rawHeaders)'],
      [
        "role === 'admin' || (!limitsLoopback && isLoopback(address) && !isForwarded(request.headers))",
        "role === 'admin' || (!limitsLoopback && isLoopback(address))",
      ],
      ['(!limitsLoopback && isLoopback', '(isLoopback'],
      ["address.startsWith('127.')", "address.startsWith('12')"],
      ["bare === 'localhost' || isIP(bare) !== 0", "bare.endsWith('localhost') || isIP(bare) !== 0"],
      ["    bare === 'multipart/form-data'\n", "    bare === 'multipart/mixed'\n"],
      ["?.startsWith('Mozilla/') === true", "?.startsWith('Chrome/') === true"],
    ],
  ),
  ...mutantsOf(
    'src/server/admission/request-gate.ts',
    ['src/server/admission/request-gate.test.ts'],
    [
      ['requests.total <= concurrentRequests &&', 'requests.total <= concurrentRequests + 1 &&'],
      [' && ofClient <= concurrentPerAddress', ''],
      ['    requests.remove(client);\n    throw', '    throw'],
      ['    this.charge(caller);\n', ''],
      ['requestBurst - 1);', 'requestBurst);'],
      [
        "if (waitMs > 0) throw this.refuse('slowDown', waitMs);",
        "if (waitMs < 0) throw this.refuse('slowDown', waitMs);",
      ],
      ['if (caller.isExempt) return;\n    this.counts.owe', 'if (!caller.isExempt) return;\n    this.counts.owe'],
      ['this.counts.requests.remove(addressBlock(caller.address))', 'this.counts.requests.remove(caller.address)'],
    ],
  ),
  ...mutantsOf(
    'src/server/admission/token-bucket.ts',
    ['src/server/admission/token-bucket.test.ts'],
    [
      ['Math.max(this.#fullAtMs, nowMs) + Math.min(count', 'this.#fullAtMs + Math.min(count'],
      ['if (waitMs > tokenMs / 1000) return Math.ceil(waitMs);', 'if (waitMs > tokenMs) return Math.ceil(waitMs);'],
    ],
  ),
  ...mutantsOf(
    'src/server/admission/client-counts.ts',
    ['src/server/admission/client-counts.test.ts'],
    [
      ['.slice(0, 4).join', '.slice(0, 8).join'],
      ["if (address.startsWith('::ffff:')) return address.slice(7);\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/server/admission/request-gate.ts',
    ['test/abuse-limits.test.ts', 'src/server/http/http-server.test.ts'],
    [
      ['      this.leave(caller);\n', ''],
      ['    this.enter(caller);\n', ''],
      ['    this.chargeLength(caller, bytes);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/server/http/http-server.ts',
    ['test/abuse-limits.test.ts', 'src/server/http/http-server.test.ts'],
    [['limits.limitLoopback === 1)', 'limits.limitLoopback === 0)']],
  ),
  ...mutantsOf(
    'src/server/websocket/websocket-connection.ts',
    ['test/abuse-limits.test.ts'],
    [
      ['      gate.leave(caller);\n', ''],
      ['      gate.enter(caller);\n', ''],
      ['      this.#chargeMessage();\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/rpc/execute.ts',
    ['src/server/http/http-server.test.ts', 'test/abuse-roles.test.ts'],
    [
      [
        "if (method.role === 'admin' && role !== 'admin') throw new RpcError('noPermission');\n",
        '',
        'both envelopes refuse such a method before; this is the second line',
      ],
    ],
  ),
  ...mutantsOf(
    'src/server/envelopes/command-envelope.ts',
    ['src/server/envelopes/envelopes.test.ts'],
    [
      ["if (role !== 'admin' && isAdminMethod(method, apiVersion)) {", 'if (isAdminMethod(method, apiVersion)) {'],
      ["if (role !== 'admin' && isAdminMethod(method, apiVersion)) {", 'if (role === undefined) {'],
      ['request: maskSecrets(message) }', 'request: message }'],
    ],
  ),
  ...mutantsOf(
    'src/server/envelopes/json-rpc-envelope.ts',
    ['src/server/envelopes/envelopes.test.ts'],
    [
      [
        "typeof method === 'string' && role !== 'admin' && isAdminMethod",
        "typeof method === 'string' && role === 'user' && !isAdminMethod",
      ],
      ['return { ...maskSecrets(item), ...refusedItem(error) };', 'return { ...item, ...refusedItem(error) };'],
      ['if (!isFirst) charge();', 'if (isFirst) charge();'],
    ],
  ),
  ...mutantsOf(
    'src/rpc/execute.ts',
    ['src/rpc/execute.test.ts'],
    [
      ["'passphrase', 'secret', 'seed', 'seed_hex'", "'passphrase', 'secret', 'seed'"],
      ['if (Array.isArray(value)) return maskedList(value as readonly Json[]);\n', ''],
      ['return isJsonObject(value) && !isRawJson(value) ? maskSecrets(value) : value;', 'return value;'],
      [
        'const echo = maskSecrets({ ...request.params, command: request.method });',
        'const echo = { ...request.params, command: request.method };',
      ],
    ],
  ),
  ...mutantsOf(
    'src/cli/masked-text.ts',
    ['src/cli/masked-text.test.ts'],
    [
      ['{28}|sEd', '{27}|sEd'],
      ['secret|seed|seed_hex|passphrase', 'secret|seed|passphrase'],
      [".replace(MEMBERS, '$1<masked>')", ''],
    ],
  ),
  ...mutantsOf(
    'src/rpc/paths/line-cache.ts',
    ['src/rpc/paths/path-search.test.ts'],
    [
      ['    this.#left -= looked;\n', ''],
      ['if (looked === most) break;\n', ''],
      ['    this.#holdings.set(account, holdings);\n', ''],
      ['if (most === 0) return { lines, mptokens };\n', ''],
      ['    this.#whole.add(account);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/rpc/paths/path-search.ts',
    ['src/rpc/paths/path-search.test.ts', 'src/rpc/methods/market/ripple-path-find.test.ts'],
    [
      ['account === source ? MAX_FROM_SOURCE : MAX_FROM_OTHERS', 'MAX_FROM_SOURCE'],
      ['[...beginnings.values()].slice(0, MAX_PATHS)', '[...beginnings.values()]'],
      ['[...this.#complete.values()].slice(0, MAX_PATHS)', '[...this.#complete.values()]'],
      ['.sort((a, b) => b.weight - a.weight', '.sort((a, b) => a.weight - b.weight'],
      [' || (peer === source && peer !== target)) continue', ') continue'],
      ['return !needsAuth || (flags & mine.auth) !== 0;', 'return true;'],
      ['root === undefined || (root.Flags & Bits.lsfGlobalFreeze) !== 0', 'root === undefined'],
      ['[...(isImplied ? path.slice(0, -1) : path), book]', '[...path, book]'],
    ],
  ),
  ...mutantsOf(
    'src/rpc/account-tx/history-page.ts',
    ['test/history-model.test.ts'],
    [
      ['rowCount === budget.rows || misses === budget.misses', 'misses === budget.misses'],
      ['rowCount === budget.rows || misses === budget.misses', 'rowCount === budget.rows'],
      ['rowCount === budget.rows || misses === budget.misses', 'rowCount === budget.rows || misses > budget.misses'],
    ],
  ),
  ...mutantsOf(
    'src/rpc/method/field-fault.ts',
    ['src/rpc/method/field-fault.test.ts'],
    [
      ['field === undefined || result.error_what !== undefined', 'field === undefined'],
      [' || members?.includes(field)', ''],
      ['if (values !== undefined) return', 'if (values === null) return'],
    ],
  ),
  ...mutantsOf(
    'src/crypto/address-fault.ts',
    ['src/crypto/address-fault.test.ts'],
    [["  if (isSeedLike(text)) return 'looks like a secret: an account is named by its address';\n", '']],
  ),
];
