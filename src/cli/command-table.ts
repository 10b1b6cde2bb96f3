/**
 * The table of commands. Methods of the API are in `rpc/table.ts`. Each command is loaded on use, so that a client does not load the
 * database.
 */

import { COMPLETED_SHELLS, COMPLETION_HELP } from './completion/completed-shells.ts';
import type { Command } from './options/command.ts';
import { JSON_HELP, shownMethods } from './request/json-help.ts';
import { METHOD_OPTIONS } from './request/method-options.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    usage: '[options]',
    summary: 'run a server',
    writesData: true,
    run: async (args, print) => (await import('./start/start.ts')).start(args, print),
    shape: async () => (await import('./start/start-options.ts')).START_SHAPE,
  },
  {
    name: 'channel',
    usage: '…',
    summary: 'payment channels: open, fund, redeem, close, watch',
    hasOwnHelp: true,
    run: async (args) => (await import('./channel/channel.ts')).channel(args),
    shape: async () => (await import('./channel/channel-options.ts')).channelShape(),
  },
  {
    name: 'export',
    usage: 'ACCOUNT …',
    summary: "write an account's history as CSV or JSON",
    run: async (args) => (await import('./export/export.ts')).exportHistory(args),
    shape: async () => (await import('./export/export-options.ts')).EXPORT_SHAPE,
  },
  {
    name: 'book',
    usage: 'BASE COUNTER …',
    summary: 'show an order book',
    run: async (args, print) => (await import('./book/book.ts')).book(args, print),
    shape: async () => (await import('./book/book.ts')).BOOK_SHAPE,
  },
  {
    name: 'explain',
    usage: 'HASH|BLOB|FILE',
    summary: 'explain why a transaction gets its result',
    run: async (args, print) => (await import('./explain/explain.ts')).explain(args, print),
    shape: async () => (await import('./explain/explain.ts')).EXPLAIN_SHAPE,
  },
  {
    name: 'replay',
    usage: 'FILE…|LEDGER|HASH',
    summary: 'apply the transactions of a real ledger, or a recording, again and compare',
    run: async (args, print) => (await import('./replay/replay.ts')).replay(args, print),
    shape: async () => (await import('./replay/replay.ts')).REPLAY_SHAPE,
  },
  {
    name: 'record',
    usage: 'FILE',
    summary: 'write what passes between clients and a server, for replay',
    run: async (args, print) => (await import('./record/record.ts')).record(args, print),
    shape: async () => (await import('./record/record.ts')).RECORD_SHAPE,
  },
  {
    name: 'authorize',
    usage: '…',
    summary: "approve the holders of an issuer's tokens",
    run: async (args) => (await import('./authorize/authorize.ts')).authorize(args),
    shape: async () => (await import('./authorize/authorize-options.ts')).AUTHORIZE_SHAPE,
  },
  {
    name: 'holders',
    usage: '…',
    summary: 'list the holders of a token, freeze them, take tokens back',
    hasOwnHelp: true,
    run: async (args) => (await import('./holders/holders.ts')).holders(args),
    shape: async () => (await import('./holders/holders-options.ts')).holdersShape(),
  },
  {
    name: 'webhooks',
    usage: 'status|dead|retry|test …',
    summary: 'show how webhooks are delivered, send dead letters again',
    run: async (args, print) => (await import('./webhooks/webhooks.ts')).webhooks(args, print),
    shape: async () => (await import('./webhooks/webhooks-options.ts')).WEBHOOKS_SHAPE,
  },
  {
    name: 'state',
    usage: 'save|load FILE …',
    summary: 'save the chain of a test bench to a file, and load it',
    run: async (args, print) => (await import('./state/state.ts')).state(args, print),
    shape: async () => (await import('./state/state.ts')).STATE_SHAPE,
  },
  {
    name: 'verify',
    usage: '…',
    summary: 'check the data of a stopped server, and repair it',
    writesData: true,
    run: async (args, print) => (await import('./verify/verify.ts')).verify(args, print),
    shape: async () => (await import('./verify/verify.ts')).VERIFY_SHAPE,
  },
  {
    name: 'backup',
    usage: '…',
    summary: 'copy the data of a running server',
    writesData: true,
    run: async (args, print) => (await import('./backup/backup.ts')).backup(args, print),
    shape: async () => (await import('./backup/backup-options.ts')).BACKUP_SHAPE,
  },
  {
    name: 'migrate',
    usage: '…',
    summary: 'convert the data of an older Weir to the current format',
    writesData: true,
    run: async (args, print) => (await import('./migrate/migrate.ts')).migrate(args, print),
    shape: async () => (await import('./migrate/migrate.ts')).MIGRATE_SHAPE,
  },
  {
    name: 'cluster',
    usage: 'status …',
    summary: 'show the nodes of a cluster, its leader, and their progress',
    run: async (args, print) => (await import('./cluster/cluster.ts')).cluster(args, print),
    shape: async () => (await import('./cluster/cluster-options.ts')).CLUSTER_SHAPE,
  },
  {
    name: 'json',
    usage: "METHOD ['PARAMS']",
    summary: 'call a method of a running server with parameters in JSON',
    run: async (args, print) => (await import('./request/rpc-call.ts')).rpcCall('json', args, print),
    shape: async () => ({ help: JSON_HELP, options: METHOD_OPTIONS, words: shownMethods().map(({ name }) => name) }),
  },
  {
    name: 'mcp',
    usage: '[--url URL]',
    summary: 'let a language model use a test bench (Model Context Protocol)',
    run: async (args, print) => (await import('./mcp/mcp.ts')).mcp(args, print),
    shape: async () => (await import('./mcp/mcp.ts')).MCP_SHAPE,
  },
  {
    name: 'types',
    usage: '[TYPE [FLAGS]]',
    summary: 'list the types of transactions, show one, or add up its flags',
    run: async (args, print) => (await import('./types/types.ts')).types(args, print),
    shape: async () => (await import('./types/types.ts')).TYPES_SHAPE,
  },
  {
    name: 'completion',
    usage: COMPLETED_SHELLS.join('|'),
    summary: 'print a script that completes these words in a shell',
    run: async (args, print) => (await import('./completion/completion.ts')).completion(args, print, COMMANDS),
    shape: async () => ({ help: COMPLETION_HELP, words: COMPLETED_SHELLS }),
  },
];

/** The command of a name; undefined if there is none. */
export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
