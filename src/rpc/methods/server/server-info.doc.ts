/** The documentation of `server_info`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import type { PositionalForm } from '../../method-doc/positional-form.ts';

const SERVER_TEXTS = {
  build_version: 'Version of rippled that the API follows.',
  complete_ledgers: 'Range of ledgers that the server has.',
  initial_sync_duration_us: 'Microseconds until the server was ready.',
  io_latency_ms: 'Delay in milliseconds of work that is due.',
  jq_trans_overflow: 'Always 0.',
  peer_disconnects: 'Always 0: there are no peers.',
  peer_disconnects_resources: 'Always 0.',
  peers: 'Always 0.',
  ports: 'Ports that serve.',
  'ports[]': 'One of them.',
  'ports[].port': 'Its number.',
  'ports[].protocol': 'Its protocols.',
  server_state: '`full` while the server works.',
  server_state_duration_us: 'Microseconds in the current state.',
  state_accounting: 'Time spent in each state.',
  'state_accounting.<state>': 'One state.',
  'state_accounting.<state>.duration_us': 'Microseconds in it.',
  'state_accounting.<state>.transitions': 'Number of times that the server entered it.',
  time: 'Time of the server.',
  uptime: 'Seconds since the start.',
  load: 'Threads, and the kinds of their work.',
  pubkey_validator: '`none`: the server is no validator.',
  validator_list: 'Lists of validators: none.',
  'validator_list.count': 'Always 0.',
  'validator_list.expiration': 'Always `unknown`.',
  'validator_list.status': 'Always `unknown`.',
  last_close: 'The last close.',
  'last_close.converge_time_s': 'Seconds of the consensus round, which has no other participants.',
  'last_close.proposers': 'Always 0.',
  validated_ledger: 'The last validated ledger.',
  'validated_ledger.age': 'Seconds since it closed.',
  'validated_ledger.base_fee_xrp': 'Base fee in XRP.',
  'validated_ledger.hash': 'Its hash.',
  'validated_ledger.reserve_base_xrp': 'Reserve of an account in XRP.',
  'validated_ledger.reserve_inc_xrp': 'Reserve of an object in XRP.',
  'validated_ledger.seq': 'Its index.',
  counters: 'With `counters`: calls and time of each method.',
  current_activities: 'With `counters`: the requests in progress.',
  validator_list_expires: 'Always 0.',
  load_factor_fee_escalation: 'Minimum fee level for the open ledger.',
  load_factor_fee_queue: 'Minimum fee level for the queue.',
  load_factor_fee_reference: 'Level of the base fee.',
  load_factor_server: 'Load factor without the open ledger.',
  'last_close.converge_time': 'Milliseconds of the consensus round, which has no other participants.',
  'validated_ledger.base_fee': 'Base fee in drops.',
  'validated_ledger.close_time': 'Its close time, in seconds since 2000-01-01T00:00:00Z.',
  'validated_ledger.reserve_base': 'Reserve of an account in drops.',
  'validated_ledger.reserve_inc': 'Reserve of an object in drops.',
};

const WEIR_TEXTS = {
  weir: 'Fields that only Weir has.',
  'weir.version': "Weir's own version.",
  'weir.scrub': 'The background check of all rows on the disk (for administrators), since the start.',
  'weir.scrub.rows': 'Rows that were read.',
  'weir.scrub.bytes': 'Bytes of them.',
  'weir.scrub.damages': 'Damaged rows among them.',
  'weir.scrub.pass_share': 'How much of the current pass over all rows is done, from 0 to 1; 0 between two passes.',
  'weir.scrub.last_pass': 'When the last full pass ended; absent before that.',
  'weir.test_bench':
    'True on a test bench, where the operator may move the clock and change entries; otherwise absent.',
};

export const COUNTERS: PositionalForm = {
  usage: '[counters]',
  min: 0,
  max: 1,
  words: [{ name: 'counters', text: 'The word counters: also counts what the server did.', values: ['counters'] }],
  parse: counters,
};

export const serverInfoDoc: MethodDoc = {
  summary: 'Describes the server and its last validated ledger.',
  commandLine: COUNTERS,
  examples: () => [shown(), hidden({ counters: true })],
  answer: {
    info: 'The description.',
    ...serverTexts('info'),
  },
  placeholders: { 'info.state_accounting': '<state>' },
  difference: 'what there is of a server on its own',
};

/** What the fields are that `server_info` and `server_state` have in common, by path: members of `info` or `state`, and of `weir`. */
export function serverTexts(parent: 'info' | 'state'): Readonly<Record<string, string>> {
  const members = Object.entries(SERVER_TEXTS).map(([at, text]) => [`${parent}.${at}`, text]);
  return { ...Object.fromEntries(members), ...WEIR_TEXTS };
}

function counters([word]: readonly string[]): JsonObject {
  if (word === undefined) return {};
  if (word !== 'counters') throw usageError(`server_info takes the word counters, not '${word}'`);
  return { counters: true };
}
