/** The words and options of `weir cluster`. */

import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';

export interface ClusterStatusOptions {
  readonly url: string;
  readonly isJson: boolean;
}

/** The options of `weir cluster status`. */
const STATUS_OPTIONS = {
  cluster: textOption('URL', "the cluster's database, as for weir start --cluster"),
  json: flagOption('print JSON'),
} as const;

const CLUSTER_HELP = `weir cluster status --cluster URL [--json]: shows the nodes of a cluster, its leader, and their progress.

${optionLines(STATUS_OPTIONS)}

It needs only the database. It shows nodes that reported in the last minute. Exit code 0: there is a leader; 1: there is no
leader, or the database does not answer.`;

export const CLUSTER_SHAPE: CommandShape = {
  help: CLUSTER_HELP,
  commands: new Map([['status', { help: CLUSTER_HELP, options: STATUS_OPTIONS }]]),
};

/** Reads the words after `weir cluster`. Throws a usage error. */
export function parseClusterOptions([word, ...args]: readonly string[]): ClusterStatusOptions {
  if (word !== 'status') throw usageError(`weir cluster has the command status, not '${word ?? ''}'`);
  const { cluster, json } = parseWords(args, STATUS_OPTIONS, 'weir cluster status').values;
  if (cluster === undefined) throw usageError('weir cluster status needs --cluster (see weir cluster status --help)');
  return { url: cluster, isJson: json };
}
