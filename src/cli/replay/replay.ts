/** `weir replay`: applies the transactions of a real ledger, or a recording, again and compares. */
import path from 'node:path';
import { DEFAULT_GENESIS } from '../../ledger/genesis.ts';
import { NEW_CHAIN_RULES } from '../../protocol/tables/rules.ts';
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import { readFullLedger } from '../../replay/full-ledger.ts';
import { ledgerIndexIn, type RecordedTransaction, readRecordedLedger } from '../../replay/recorded-ledger.ts';
import { type PriorSource, type RecordedLedger, Replay, type Replayed } from '../../replay/replay-recorded.ts';
import { parseJsonObject } from '../../rpc/method-doc/positional-words.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl } from '../options/server-url.ts';
import { createRpcClient, type RpcCall, resultOf } from '../request/rpc-client.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { countReplayed, countsLine, differenceLine, replayedJson, rulesDifferences } from './replay-report.ts';
import { recordingReport } from './replayed-recording.ts';
import { fetchLedger, type LedgerName, serverLedger } from './server-ledger.ts';

const REPLAY_OPTIONS = {
  from: textOption('URL', 'the server (HTTP) that has the ledger and the one before'),
  ledger: textOption('N', 'the index of the ledger in FILE, if its metadata does not contain it'),
  json: flagOption('one JSON object for each transaction'),
} as const;

const REPLAY_HELP = `weir replay FILE…|LEDGER|HASH [options]: applies the transactions of a real ledger again and compares the metadata

  FILE    a file: the root hash of the transaction tree, then a line BLOB,METADATA for each transaction;
          or a whole ledger in rippled's JSON (.json), of which the hashes are checked;
          or a recording of weir record (.jsonl), which is sent to a new chain: ledgers and answers must be equal
  LEDGER  the index of a ledger of the server at --from
  HASH    the hash of a ledger of that server, or of one transaction

With --from, entries are read from that server, as of the ledger before. Without it, a file's own metadata shows the
entries that the ledger changed; what else a transaction reads is not known, and named.

${optionLines(REPLAY_OPTIONS)}

Exit code 0: each difference has an entry that is not known, and recordings have none; 1: another difference, or failure; 2: the command is malformed.`;

export const REPLAY_SHAPE: CommandShape = { help: REPLAY_HELP, options: REPLAY_OPTIONS };

/** One ledger to replay, and its name for the report. */
interface Subject {
  readonly title: string;
  readonly ledger: RecordedLedger;
  readonly source?: PriorSource;
  /** Differences of the rules. */
  readonly notes: readonly string[];
  /** Only this transaction is reported. */
  readonly only?: Hash256;
}

/** Runs the command; gives its exit code. */
export async function replay(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { values, positionals } = parseWords(args, REPLAY_OPTIONS, 'weir replay', true);
  if (positionals.length === 0) throw usageError('replay takes a file, or a ledger of --from (see weir replay --help)');
  const call = values.from === undefined ? undefined : createRpcClient(serverUrl(values.from, undefined, 'TCP'));
  const everything: Replayed[] = [];
  let hasDifferences = false;
  for (const word of positionals) {
    if (word.endsWith('.json')) {
      print(await fullLedgerLine(word));
      continue;
    }
    if (word.endsWith('.jsonl')) {
      const report = await recordingReport(word);
      for (const line of report.lines) print(line);
      hasDifferences ||= !report.isEqual;
      continue;
    }
    const subject = await subjectOf(word, call, values.ledger);
    everything.push(...(await replaySubject(subject, values.json, print)));
  }
  const counts = countReplayed(everything);
  if (everything.length > 0 && positionals.length > 1 && !values.json) print(`together: ${countsLine(counts)}`);
  return counts.unexplained === 0 && !hasDifferences ? 0 : 1;
}

async function replaySubject(subject: Subject, asJson: boolean, print: (text: string) => void): Promise<Replayed[]> {
  const { title, ledger, source, notes, only } = subject;
  const run = new Replay(ledger, source);
  const all: Replayed[] = [];
  for await (const replayed of run.run()) {
    if (only === undefined || replayed.id === only) all.push(replayed);
    if (replayed.id === only) break;
  }
  if (asJson) {
    for (const replayed of all) print(JSON.stringify(replayedJson(replayed)));
    return all;
  }
  print(`${title}: ${countsLine(countReplayed(all))}`);
  for (const note of notes) print(`  ${note}`);
  for (const replayed of all) if (!replayed.isIdentical) print(differenceLine(replayed, run.state));
  return all;
}

async function subjectOf(word: string, call: RpcCall | undefined, indexText: string | undefined): Promise<Subject> {
  if (/^\d+$/.test(word)) return ofServer(needed(call, word), { ledger_index: Number(word) });
  if (/^[0-9A-Fa-f]{64}$/.test(word)) return ofHash(needed(call, word), word.toUpperCase());
  return ofFile(word, call, indexText);
}

function needed(call: RpcCall | undefined, word: string): RpcCall {
  if (call === undefined) throw usageError(`replay ${word} needs --from URL, the server that has the ledger`);
  return call;
}

async function ofHash(call: RpcCall, hash: Hash256): Promise<Subject> {
  const { error } = await resultOf(call, 'ledger', { ledger_hash: hash });
  if (error !== 'lgrNotFound') return ofServer(call, { ledger_hash: hash });
  const { ledger_index: index } = await resultOf(call, 'tx', { transaction: hash, binary: true });
  if (typeof index !== 'number')
    throw new CommandError(`the server has no ledger and no validated transaction ${hash}`);
  return ofServer(call, { ledger_index: index }, hash);
}

async function ofServer(call: RpcCall, name: LedgerName, only?: Hash256): Promise<Subject> {
  const { header, transactions } = await fetchLedger(call, name);
  const { ledger, source, amendments } = await serverLedger(call, header, transactions);
  const notes = rulesDifferences(amendments);
  return { title: `ledger ${header.ledgerIndex}`, ledger, source, notes, ...(only === undefined ? {} : { only }) };
}

async function ofFile(name: string, call: RpcCall | undefined, indexText: string | undefined): Promise<Subject> {
  const transactions = readRecordedLedger(await processTerminal.read(name), name);
  const index = indexText === undefined ? ledgerIndexIn(transactions) : Number(indexText);
  if (index === undefined || !Number.isSafeInteger(index) || index < 2) {
    throw usageError(`replay ${name} needs --ledger N, the index of the ledger: no metadata in the file contains it`);
  }
  const title = `${path.basename(name)}, ledger ${index}`;
  if (call === undefined) return { title, ledger: knownByMetadata(transactions, index), notes: [] };
  const { header } = await fetchLedger(call, { ledger_index: index });
  const { ledger, source, amendments } = await serverLedger(call, header, transactions);
  return { title, ledger, source, notes: rulesDifferences(amendments) };
}

/** The rules, fees and network id of a new chain; a close time before all expirations. */
function knownByMetadata(transactions: readonly RecordedTransaction[], index: number): RecordedLedger {
  const { fees, networkId } = DEFAULT_GENESIS;
  const parent = { ledgerIndex: index - 1, hash: ZERO_HASH, closeTimeSeconds: 0 };
  return { transactions, parent, closeTimeSeconds: 0, rules: NEW_CHAIN_RULES, fees, networkId };
}

async function fullLedgerLine(name: string): Promise<string> {
  const json = parseJsonObject(await processTerminal.read(name), name);
  const { header, entries, transactions } = readFullLedger(json, name);
  const { ledgerIndex, hash } = header;
  return `${path.basename(name)}: ledger ${ledgerIndex} with ${entries.size} entries and ${transactions.length} transactions has the hash ${hash}`;
}
