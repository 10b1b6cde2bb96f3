/** Changes of the code that each break a rule of docs/cluster-protocol.md, for `scripts/broken-rules.ts`. */

interface Change {
  readonly file: string;
  /** Text that the file has once, and what replaces it. */
  readonly from: string;
  readonly to: string;
}

export interface BrokenRule extends Change {
  /** Its number on the page. */
  readonly rule: number;
  /** What is broken, in words. */
  readonly by: string;
  /** A second change, if the rule holds in two places. */
  readonly also?: Change;
  /** Word of the settings of the exploration that are tried first. */
  readonly setting?: string;
  /** 1: it is found by one fault at a step that is tried late. */
  readonly faults?: 1;
  /** A seed of the random simulation that found it once. It is tried first. */
  readonly seed?: number;
}

const DATABASE = 'test/support/cluster/memory-cluster.ts';
const LEADER_LOG = 'src/cluster/leader-log.ts';
const LEAD = 'src/cluster/lead.ts';
const MEMBERSHIP = 'src/cluster/membership.ts';
const SUCCESSION = 'src/cluster/succession.ts';
const CLUSTER = 'src/cluster/cluster.ts';
const FOLLOWER = 'src/cluster/ledger-follower.ts';
const REPORTS = 'src/cluster/member-reports.ts';
const KEPT = 'src/cluster/kept-records.ts';
const JOURNAL = 'src/cluster/shared-journal.ts';

/** The part of rules 1, 4 and 5 that PostgreSQL enforces is broken in the database of the simulation. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  {
    rule: 1,
    by: 'the epoch of a write is not checked',
    file: DATABASE,
    from: 'epoch > 0 && epoch === this.#state.epoch && token',
    to: 'epoch > 0 && token',
    setting: 'none acknowledges',
  },
  {
    rule: 1,
    by: 'the token of a write is not checked',
    file: DATABASE,
    from: ' && token === holder?.token && incarnation',
    to: ' && incarnation',
    setting: 'one acknowledges, a takeover',
  },
  {
    rule: 1,
    by: 'the incarnation is not checked',
    file: DATABASE,
    from: ' && token === holder?.token && incarnation === this.#incarnation;',
    to: ' && token === holder?.token;',
    setting: 'none acknowledges, a follower without the database',
  },
  {
    rule: 1,
    by: 'an epoch is not above those that the taker knows',
    file: MEMBERSHIP,
    from: 'const above = Math.max(own.term(), this.#highestEpoch);',
    to: 'const above = 0 * own.term();',
    setting: 'a takeover',
  },
  {
    rule: 1,
    by: 'submissions are written without a check of the term',
    file: DATABASE,
    from: 'addSubmissions(records: readonly SubmissionRecord[], term: Term): void {\n    this.#checkTerm(term);',
    to: 'addSubmissions(records: readonly SubmissionRecord[], term: Term): void {',
    setting: 'one acknowledges',
  },
  {
    rule: 2,
    by: 'the lead continues after an append without an answer',
    file: LEADER_LOG,
    from: 'if (!(error instanceof UnreachableError)) onLost',
    to: 'if (!(error instanceof UnreachableError || error instanceof UnknownOutcomeError)) onLost',
    setting: 'one acknowledges',
  },
  {
    rule: 2,
    by: 'an append is sent after the lead has ended',
    file: LEADER_LOG,
    from: 'if (this.isRevoked) throw noLongerLeads();',
    to: '',
    setting: 'synchronous',
    seed: 6349,
  },
  {
    rule: 2,
    by: 'a submission is written again after a removal without an answer',
    file: JOURNAL,
    from: 'if (batch.some(({ id }) => this.#doubtful.has(id))) throw noLongerLeads();',
    to: '',
    seed: 26044,
  },
  {
    rule: 3,
    by: 'the lead continues after a ledger that cannot follow, and the lease is renewed',
    file: LEADER_LOG,
    from: 'if (!(error instanceof UnreachableError)) onLost',
    to: "if (!(error instanceof UnreachableError) && lossBy(error) !== 'log differs') onLost",
    also: { file: LEAD, from: 'appendedIndex: () => this.#log.appendedIndex,', to: 'appendedIndex: () => 0,' },
    setting: 'one acknowledges',
  },
  {
    rule: 3,
    by: 'a lease is renewed though the log lacks a ledger',
    file: LEAD,
    from: 'appendedIndex: () => this.#log.appendedIndex,',
    to: 'appendedIndex: () => 0,',
    setting: 'one acknowledges, a follower without the database',
  },
  {
    rule: 4,
    by: 'a process leads with a name that another one has reported',
    file: DATABASE,
    from: 'if (members.get(member.id)?.report.token !== member.token) return undefined;',
    to: 'void members;',
    setting: 'one acknowledges',
  },
  {
    rule: 4,
    by: 'a process starts with a name that is in use',
    file: REPORTS,
    from: "if (await shared.members.report(firstReport(options, 'catching up'))) return;",
    to: "if ((await shared.members.report(firstReport(options, 'catching up'))) !== undefined) return;",
    setting: 'one acknowledges',
  },
  {
    rule: 4,
    by: 'the database accepts reports of two processes with one name',
    file: DATABASE,
    from: "if (isFresh && !['', report.token].includes(before.report.token)) {",
    to: "if (isFresh && !['', report.token].includes(before.report.token) && nowMs < 0) {",
    setting: 'one acknowledges',
  },
  {
    rule: 4,
    by: 'a process with fewer ledgers than the name had counts as the member that is waited for',
    file: DATABASE,
    from: 'if (isShort && this.lease().isVoid) return false;',
    to: 'void isShort;',
    seed: 20462,
  },
  {
    rule: 4,
    by: 'the first report of a process lacks the ledger that it keeps',
    file: CLUSTER,
    from: 'journal: options.acknowledge?.journal,',
    to: 'journal: undefined,',
    seed: 40901,
  },
  {
    rule: 5,
    by: 'a lease that ends too late counts',
    file: DATABASE,
    from: '!isVoid && leftMs > 0 && leftMs <= durationMs;',
    to: '!isVoid && leftMs > 0 && durationMs > 0;',
    setting: 'none acknowledges',
  },
  {
    rule: 6,
    by: 'a member follows what is not confirmed',
    file: FOLLOWER,
    from: 'return this.#options.confirmed()?.hash === last.hash ? last.ledgerIndex : confirmedIndex;',
    to: 'return this.#options.confirmed()?.hash === last.hash ? last.ledgerIndex : Math.max(confirmedIndex, last.ledgerIndex);',
    setting: 'synchronous',
  },
  {
    rule: 6,
    by: 'the leader confirms a ledger before other members keep it',
    file: LEADER_LOG,
    from: 'await this.#appendShared(ledger);\n    const { ledgerIndex, hash } = ledger.header;',
    to: 'await this.#appendShared(ledger);\n    const { ledgerIndex, hash } = ledger.header;\n    this.confirmedIndex = ledgerIndex;',
    setting: 'two acknowledge',
  },
  {
    rule: 6,
    by: 'a member that takes the lease follows the last ledger before others keep it',
    file: FOLLOWER,
    from: 'await acknowledge(last);',
    to: '',
    setting: 'two acknowledge',
  },
  {
    rule: 7,
    by: 'the ends of members do not count',
    file: SUCCESSION,
    from: 'if (!ends.has(member.hash) && !hasEnd(own, member))',
    to: 'if (ends.has(member.hash) && !hasEnd(own, member))',
    setting: 'none acknowledges, a follower without the database',
  },
  {
    rule: 7,
    by: 'what the member has heard does not count',
    file: SUCCESSION,
    from: 'if (heard !== undefined && !ends.has(heard.hash)',
    to: 'if (heard !== undefined && ends.has(heard.hash)',
    setting: 'both followers',
  },
  {
    rule: 7,
    by: 'absent members are not waited for',
    file: SUCCESSION,
    from: 'if (lease.isVoid && !lease.isReplicated) {',
    to: 'if (lease.isVoid && lease.isReplicated) {',
    setting: 'none acknowledges, a',
  },
  {
    rule: 7,
    by: 'one more member may be absent',
    file: SUCCESSION,
    from: 'if (absent.length > acknowledge)',
    to: 'if (absent.length > acknowledge + 1)',
    setting: 'none acknowledges, a',
  },
  {
    rule: 7,
    by: 'members that were stopped in order do not count',
    file: SUCCESSION,
    from: "member.role !== 'apart'",
    to: "!['apart', 'left'].includes(member.role)",
    setting: 'leader without links',
  },
  {
    rule: 7,
    by: 'members with another chain count',
    file: SUCCESSION,
    from: " && member.role !== 'apart'",
    to: '',
    setting: 'both followers',
  },
  {
    rule: 7,
    by: 'the lease is taken on any server',
    file: MEMBERSHIP,
    from: 'terms.durationMs, above, incarnation).catch',
    to: 'terms.durationMs, above, incarnation.slice(0, 0) || undefined).catch',
    setting: 'leader without links',
  },
  {
    rule: 7,
    by: 'the rule is not checked again after the lease is taken',
    file: LEAD,
    from: 'await admit();',
    to: 'void admit;',
    setting: 'a leader without links',
  },
  {
    rule: 8,
    by: 'the new leader does not write what the log lacks',
    file: LEAD,
    from: 'for (const ledger of own.tail(last?.ledgerIndex ?? 0)) await log.publish(ledger);',
    to: 'if (last === undefined) for (const ledger of own.tail(0)) await log.publish(ledger);',
    setting: 'none acknowledges',
  },
  {
    rule: 8,
    by: 'a former leader passes nothing on',
    file: CLUSTER,
    from: 'for (const transaction of transactions) void passOn(relay, transaction);',
    to: 'void transactions;',
    setting: 'queued',
  },
  {
    rule: 8,
    by: 'a former leader passes only what the open ledger has',
    file: LEAD,
    from: 'const found = [...open, ...queue.all().map(({ transaction }) => transaction)];',
    to: 'const found = [...open, ...queue.all().slice(0, 0).map(({ transaction }) => transaction)];',
    setting: 'queued',
  },
  {
    rule: 8,
    by: 'a former leader does not pass what waits in the journal',
    file: LEAD,
    from: 'for (const [id, body] of journal?.records ?? [])',
    to: 'for (const [id, body] of [...(journal?.records ?? [])].slice(0, 0))',
    setting: 'out of order',
  },
  {
    rule: 8,
    by: 'a transaction is passed on once only',
    file: CLUSTER,
    from: "if (!(error instanceof RpcError && error.token === 'notSynced')) return undefined;",
    to: 'if (error !== undefined) return undefined;',
    setting: 'queued',
  },
  {
    rule: 9,
    by: 'a leader that is not reached stays',
    file: LEAD,
    from: 'if (this.#alone !== undefined && nowMs - this.#alone >= aloneMs)',
    to: 'if (this.#alone !== undefined && nowMs - this.#alone >= aloneMs * 1000)',
    setting: 'acknowledges',
  },
  {
    rule: 9,
    by: 'a leader that was not reached takes the lead again at once',
    file: MEMBERSHIP,
    from: "['own store failed', 'not opened', 'not reached'];",
    to: "['own store failed', 'not opened'];",
    setting: 'acknowledges',
  },
  {
    rule: 9,
    by: 'members report that they reach a leader though they do not',
    file: 'src/cluster/cluster-relay.ts',
    from: 'return this.#link?.isLeading === true ? this.#epoch : 0;',
    to: 'return this.#link !== undefined ? this.#epoch : this.#epoch;',
    setting: 'acknowledges',
  },
  {
    rule: 10,
    by: 'a ledger is announced before others keep it',
    file: LEADER_LOG,
    from: "await this.#unlessRevoked(() => acknowledgements.need({ kind: 'confirmed', key: hash, ledgerIndex, hash }));",
    to: "acknowledgements.need({ kind: 'confirmed', key: hash, ledgerIndex, hash }).catch(() => {});",
    setting: 'acknowledge',
  },
  {
    rule: 10,
    by: 'a durable submission is answered before others keep it',
    file: JOURNAL,
    from: 'await this.acknowledge(batch);',
    to: 'this.acknowledge(batch).catch(() => {});',
    setting: 'one acknowledges',
  },
  {
    rule: 10,
    by: 'one member less is enough',
    file: 'src/cluster/acknowledgements.ts',
    from: 'if (needed.hadBy.size < this.#count) return;',
    to: 'if (needed.hadBy.size < this.#count - 1) return;',
    setting: 'acknowledge',
  },
  {
    rule: 10,
    by: 'a member says that it keeps a ledger before its disk has it',
    file: KEPT,
    from: 'await journal.append(hash, Buffer.concat([Buffer.from([LEDGER]), bytes]));',
    to: '',
    setting: 'acknowledge',
  },
  {
    rule: 10,
    by: 'a member keeps a ledger that does not continue its chain',
    file: KEPT,
    from: 'if (node.validated.hash !== parentHash) return false;',
    to: 'if (parentHash.length === 0) return false;',
    seed: 47,
  },
  {
    rule: 10,
    by: 'a member keeps no submissions',
    file: KEPT,
    from: 'await Promise.all(missing.map(({ id, body }) => journal.append(id, Buffer.from(body))));',
    to: 'void missing;',
    setting: 'acknowledge',
  },
  {
    rule: 10,
    by: 'reports do not have the ledger that a member keeps',
    file: REPORTS,
    from: 'this.#options.kept?.end ?? node.validated',
    to: 'node.validated',
    setting: 'a follower without links',
  },
  {
    rule: 10,
    by: 'the ledger that a candidate keeps does not count',
    file: MEMBERSHIP,
    from: 'end: kept?.end,',
    to: 'end: kept && undefined,',
    setting: 'one acknowledges',
  },
  {
    rule: 10,
    by: 'a new leader does not publish the ledger that it keeps',
    file: LEAD,
    from: 'if (kept?.ledger === undefined || kept',
    to: 'if (kept?.ledger !== undefined || kept?.ledger === undefined || kept',
    setting: 'one acknowledges',
  },
  {
    rule: 10,
    by: 'a new leader leads before others keep the submissions of its predecessor',
    file: LEAD,
    from: 'await this.#soon(journal.acknowledge(Array.from(journal.records, ([id, body]) => ({ id, body }))));',
    to: 'journal.acknowledge(Array.from(journal.records, ([id, body]) => ({ id, body }))).catch(() => {});',
    setting: 'one acknowledges',
    faults: 1,
  },
  {
    rule: 10,
    by: 'a new leader waits without end',
    file: LEAD,
    from: 'clock.after(LEFT_BEHIND_MS,',
    to: 'clock.after(LEFT_BEHIND_MS * 1000,',
    setting: 'a follower without links',
  },
  {
    rule: 10,
    by: 'a new leader waits without end for its first ledger',
    file: LEAD,
    from: 'await this.#soon(leader.start());',
    to: 'await leader.start();',
    setting: 'a follower without links',
  },
  {
    rule: 10,
    by: 'a new leader does not get what members keep',
    file: CLUSTER,
    from: 'const passOnKept = () => kept?.passOnSubmissions(',
    to: 'const passOnKept = () => kept?.ledger === null && kept.passOnSubmissions(',
    setting: 'one acknowledges',
  },
  {
    rule: 9,
    by: 'a member whose disk failed while it led takes the lead again at once',
    file: MEMBERSHIP,
    from: "['own store failed', 'not opened', 'not reached'];",
    to: "['not opened', 'not reached'];",
    setting: 'acknowledges',
  },
  {
    rule: 9,
    by: 'a member whose disk failed keeps the lease until it expires',
    file: MEMBERSHIP,
    from: "  'stopped',\n  'own store failed',",
    to: "  'stopped',",
    setting: 'acknowledges',
  },
  {
    rule: 9,
    by: 'a member keeps the link to the former leader',
    file: 'src/cluster/cluster-relay.ts',
    from: 'if (!isSame || leader === undefined) this.#hangUp();',
    to: 'if (leader === undefined) this.#hangUp();',
    setting: 'without the database',
  },
];
