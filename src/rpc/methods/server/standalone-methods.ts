/**
 * Methods about peers, validators, consensus and housekeeping. They return what the reference returns in standalone
 * mode without configured validators. They have no logic, so they share one file (rippled: the handlers under admin/,
 * and TxReduceRelay.cpp).
 */
import type { JsonObject } from '../../../protocol/values.ts';
import type { Role, RpcContext, ServerContext } from '../../method/context.ts';
import { defineMethod, type NamedMethod } from '../../method/define-method.ts';
import { invalidField, invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { intParam, uintParam } from '../../params/convert-param.ts';
import { flag } from '../../params/readers.ts';

interface Row<Name extends string, Rows extends readonly ParamRow[]> {
  readonly name: Name;
  readonly role?: Role;
  readonly params?: Rows;
  readonly onlyFails?: 'always';
  answer(context: RpcContext, read: ReadParam<Rows>): JsonObject;
}

/** An integer, or a value that `convert` accepts; Invalid field 'x'. otherwise. */
function converted(convert: typeof intParam): ParamReader<'integer', number> {
  const read = ({ params }: RpcContext, name: string) => {
    const value = convert(params, name);
    if (value === undefined) throw invalidField(name);
    return value;
  };
  return { type: 'integer', read };
}

const RELAY_FIGURES = [
  ...['tx', 'have_txs', 'get_ledger', 'ledger_data', 'transactions'].flatMap((kind) => [`${kind}_cnt`, `${kind}_sz`]),
  'selected_cnt',
  'suppressed_cnt',
  'not_enabled_cnt',
  'missing_tx_freq',
];

/** Their rows of the table of methods. */
export const standaloneMethods = [
  standalone({
    name: 'blacklist',
    params: [{ name: 'threshold', ...converted(intParam), text: 'Minimum cost to be listed.' }],
    answer: (_context, read) => {
      read('threshold');
      return {};
    },
  }),
  standalone({
    name: 'can_delete',
    onlyFails: 'always',
    answer: () => {
      throw new RpcError('notEnabled');
    },
  }),
  standalone({
    name: 'connect',
    onlyFails: 'always',
    answer: () => {
      throw new RpcError('notSynced');
    },
  }),
  standalone({
    name: 'consensus_info',
    answer: consensus,
  }),
  standalone({
    name: 'fetch_info',
    params: [{ name: 'clear', ...flag, text: 'Forget those that failed: none.' }],
    answer: (_context, read) => ({ ...(read('clear') ? { clear: true } : {}), info: {} }),
  }),
  defineMethod({
    name: 'get_counts',
    role: 'admin',
    needs: 'this server',
    params: [{ name: 'min_count', ...converted(uintParam), text: 'Minimum count of objects to show; there are none.' }],
    run: (context, read) => {
      read('min_count');
      return { historical_perminute: 0, uptime: uptimeText(context), write_load: 0 };
    },
  }),
  standalone({
    name: 'logrotate',
    answer: () => ({ message: 'The log file could not be closed and reopened.' }),
  }),
  standalone({
    name: 'peer_reservations_list',
    answer: () => ({ reservations: [] }),
  }),
  standalone({ name: 'peers', answer: () => ({ cluster: {}, peers: null }) }),
  defineMethod({ name: 'stop', role: 'admin', needs: 'this server', run: stop }),
  standalone({
    name: 'tx_reduce_relay',
    role: 'user',
    answer: () => Object.fromEntries(RELAY_FIGURES.map((name) => [`txr_${name}`, '0'])),
  }),
  standalone({ name: 'unl_list', answer: () => ({ unl: null }) }),
  standalone({
    name: 'validator_info',
    onlyFails: 'always',
    answer: () => {
      throw invalidParams('not a validator');
    },
  }),
  standalone({
    name: 'validator_list_sites',
    answer: () => ({ validator_sites: [] }),
  }),
  standalone({ name: 'validators', answer: validators }),
] as const;

/** For admins only by default. */
function standalone<const Name extends string, const Rows extends readonly ParamRow[] = readonly []>({
  answer,
  role = 'admin',
  ...row
}: Row<Name, Rows>): NamedMethod<Name, Rows> {
  return defineMethod({ ...row, role, needs: 'nothing', run: answer });
}

function stop({ server }: ServerContext): JsonObject {
  if (server.requestStop === undefined) throw new RpcError('notSupported');
  server.requestStop();
  return { message: 'weir server stopping' };
}

/** rippled: Consensus.h, getJson, between two ledgers. */
function consensus({ reader: { validated } }: RpcContext): JsonObject {
  const info = {
    close_granularity: validated.closeTimeResolutionSeconds,
    close_resolution: validated.closeTimeResolutionSeconds,
    converge_percent: 0,
    have_time_consensus: false,
    ledger_seq: validated.ledgerIndex + 1,
    phase: 'open',
    previous_mseconds: 0,
    previous_proposers: 0,
    proposers: 0,
    proposing: false,
    synched: true,
  };
  return { info };
}

/** rippled: ValidatorList.cpp, getJson. */
function validators(): JsonObject {
  return {
    local_static_keys: [],
    publisher_lists: [],
    signing_keys: {},
    trusted_validator_keys: [],
    validation_quorum: 0,
    validator_list: { count: 0, expiration: 'unknown', status: 'unknown', validator_list_threshold: 1 },
  };
}

const UNITS: readonly (readonly [string, number])[] = [
  ['year', 365 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** Such as `2 hours, 1 second`. */
function uptimeText({ clock, server }: ServerContext): string {
  let left = Math.max(0, Math.floor((clock.nowMs() - server.startedAtMs) / 1000));
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}${count > 1 ? 's' : ''}`);
  }
  return parts.join(', ');
}
