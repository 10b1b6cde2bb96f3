/** The documentation of the methods about peers, validators, consensus and housekeeping. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';
import type { standaloneMethods } from './standalone-methods.ts';
export const standaloneDocs: Readonly<Record<(typeof standaloneMethods)[number]['name'], MethodDoc>> = {
  blacklist: {
    summary: 'Lists clients with too high a load: Weir keeps no such list.',
    examples: () => [shown()],
    difference: 'no list is kept: always empty',
  },
  can_delete: {
    summary: 'Always fails: Weir deletes no old ledgers.',
    examples: () => [shown()],
    difference: 'nothing is ever deleted: `notEnabled`',
    paramDifferences: {
      can_delete: 'ignored',
    },
  },
  connect: {
    summary: 'Always fails: there are no peers.',
    examples: () => [shown()],
    difference: 'no peers: `notSynced`, as in standalone mode',
    paramDifferences: {
      ip: 'ignored, as in standalone mode',
      port: 'ignored, as in standalone mode',
    },
  },
  consensus_info: {
    summary: 'Describes the consensus round, which has no other participants.',
    examples: () => [shown()],
    answer: {
      info: 'The round.',
      'info.close_granularity': 'Seconds to which close times are rounded.',
      'info.close_resolution': 'The same.',
      'info.converge_percent': 'Always 0.',
      'info.have_time_consensus': 'Always false.',
      'info.ledger_seq': 'Index of the open ledger.',
      'info.phase': 'Always `open`.',
      'info.previous_mseconds': 'Always 0.',
      'info.previous_proposers': 'Always 0.',
      'info.proposers': 'Always 0.',
      'info.proposing': 'Always false.',
      'info.synched': 'Always true.',
    },
    difference: 'the round between two ledgers of a server on its own, without `our_position`',
  },
  fetch_info: {
    summary: 'Lists ledgers that are being fetched from peers: none.',
    commandLine: {
      usage: '[clear]',
      min: 0,
      max: 1,
      words: [{ name: 'clear', text: 'The word clear: forget those that failed.', values: ['clear'] }],
      parse: failedFetches,
    },
    examples: () => [shown()],
    answer: {
      info: 'Always empty.',
    },
  },
  get_counts: {
    summary: 'Returns the uptime of the server.',
    commandLine: {
      usage: '[<min_count>]',
      min: 0,
      max: 1,
      words: [{ name: 'min_count' }],
      parse: ([count]) => (count === undefined ? {} : { min_count: wholeNumber(count, 'min_count') }),
    },
    examples: () => [shown()],
    answer: {
      historical_perminute: 'Always 0.',
      uptime: 'Time since the start, in words.',
      write_load: 'Always 0.',
    },
    difference: '`uptime`, and zeros: nothing of what the reference counts is there',
  },
  logrotate: {
    summary: 'Does nothing: the log goes to standard error.',
    examples: () => [shown()],
    answer: {
      message: 'The check in words.',
    },
    difference: 'the log goes to the standard error: nothing is rotated',
  },
  peer_reservations_list: {
    summary: 'Lists peer reservations: none.',
    examples: () => [shown()],
    answer: {
      reservations: 'Always empty.',
    },
  },
  peers: {
    summary: 'Lists peers: none.',
    examples: () => [shown()],
    answer: {
      cluster: 'Always empty.',
      peers: 'Always null.',
    },
  },
  stop: {
    summary: 'Stops the server after the requests in progress.',
    answer: {
      message: 'The check in words.',
    },
    difference:
      'the message says `weir`; `notSupported` in a program that started the server itself and offers no ' + 'stopping',
  },
  tx_reduce_relay: {
    summary: 'Returns counters of relayed messages: all zero.',
    examples: () => [shown()],
    answer: {
      '*': 'Always 0.',
    },
  },
  unl_list: {
    summary: 'Lists known validators: none.',
    examples: () => [shown()],
    answer: {
      unl: 'Always null.',
    },
  },
  validator_info: {
    summary: 'Always fails: the server is not a validator.',
    examples: () => [shown()],
  },
  validator_list_sites: {
    summary: 'Lists sites that publish lists of validators: none.',
    examples: () => [shown()],
    answer: {
      validator_sites: 'Always empty.',
    },
  },
  validators: {
    summary: 'Lists trusted validators: none.',
    examples: () => [shown()],
    answer: {
      local_static_keys: 'Always empty.',
      publisher_lists: 'Always empty.',
      signing_keys: 'Always empty.',
      trusted_validator_keys: 'Always empty.',
      validator_list: 'Lists of validators: none.',
      'validator_list.count': 'Always 0.',
      'validator_list.expiration': 'Always `unknown`.',
      'validator_list.status': 'Always `unknown`.',
      'validator_list.validator_list_threshold': 'Always 1.',
    },
  },
};
function failedFetches([word]: readonly string[]): JsonObject {
  if (word === undefined) return {};
  if (word !== 'clear') throw usageError(`fetch_info takes the word clear, not '${word}'`);
  return { clear: true };
}
