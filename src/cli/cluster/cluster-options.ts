/** The words and options of `weir cluster`. */

import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';

export type ClusterCommand =
  | { readonly word: 'status'; readonly url: string; readonly isJson: boolean }
  /** `from`: the name of a node. */
  | { readonly word: 'recover'; readonly url: string; readonly from: string }
  | { readonly word: 'prepare'; readonly url: string };

const CLUSTER = textOption('URL', "the cluster's database, as for weir start --cluster");

/** The options of `weir cluster status`. */
const STATUS_OPTIONS = { cluster: CLUSTER, json: flagOption('print JSON') } as const;

/** The options of `weir cluster recover`. */
const RECOVER_OPTIONS = {
  cluster: CLUSTER,
  from: textOption('NODE', 'the node whose ledgers the cluster continues with'),
} as const;

/** The options of `weir cluster prepare`. */
const PREPARE_OPTIONS = { cluster: textOption('URL', 'the database, as the user who owns the tables') } as const;

const CLUSTER_HELP = `weir cluster status --cluster URL [--json]: shows the nodes of a cluster, its leader, and their progress.

${optionLines(STATUS_OPTIONS)}

It needs only the database. It shows nodes that reported in the last minute. Exit code 0: all is well; 1: there is no leader, or the
database does not answer; 2: there is a leader, and a line says what is wrong.

weir cluster recover --cluster URL --from NODE: decides with which ledgers a stopped cluster continues.

${optionLines(RECOVER_OPTIONS)}

After a failover or a restore of the database a cluster stops writing while a node that may have more ledgers is missing. If it
cannot come back, this command lets NODE lead with the ledgers that it has; it must run. It shows which ledgers of other nodes are
lost by that. Data directories with lost ledgers must be moved away.

weir cluster prepare --cluster URL: creates or upgrades the tables and grants rights to the roles weir_member and weir_reader.

${optionLines(PREPARE_OPTIONS)}

Only needed if nodes connect as users who may not create tables.`;

export const CLUSTER_SHAPE: CommandShape = {
  help: CLUSTER_HELP,
  commands: new Map([
    ['status', { help: CLUSTER_HELP, options: STATUS_OPTIONS }],
    ['recover', { help: CLUSTER_HELP, options: RECOVER_OPTIONS }],
    ['prepare', { help: CLUSTER_HELP, options: PREPARE_OPTIONS }],
  ]),
};

/** Reads the words after `weir cluster`. Throws a usage error. */
export function parseClusterOptions([word, ...args]: readonly string[]): ClusterCommand {
  switch (word) {
    case 'status': {
      const { cluster, json } = parseWords(args, STATUS_OPTIONS, 'weir cluster status').values;
      return { word, url: required(cluster, word, '--cluster'), isJson: json };
    }
    case 'recover': {
      const { cluster, from } = parseWords(args, RECOVER_OPTIONS, 'weir cluster recover').values;
      return { word, url: required(cluster, word, '--cluster'), from: required(from, word, '--from') };
    }
    case 'prepare': {
      const { cluster } = parseWords(args, PREPARE_OPTIONS, 'weir cluster prepare').values;
      return { word, url: required(cluster, word, '--cluster') };
    }
    default:
      throw usageError(`weir cluster has the commands status, recover and prepare, not '${word ?? ''}'`);
  }
}

function required(value: string | undefined, word: string, option: string): string {
  if (value !== undefined) return value;
  throw usageError(`weir cluster ${word} needs ${option} (see weir cluster ${word} --help)`);
}
