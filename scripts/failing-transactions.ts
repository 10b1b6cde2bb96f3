/**
 * Collects failing transactions from recordings of the reference, the smallest one for each result, with the entries
 * that they read: `node scripts/failing-transactions.ts FILE.jsonl…` writes `test/fixtures/failing-transactions.jsonl`.
 * Existing ones are kept unless a smaller one is found; their reasons are updated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseGenesis } from '../src/cli/options/genesis-file.ts';
import { OpenView } from '../src/ledger/open-view.ts';
import type { ReadView } from '../src/ledger/read-view.ts';
import { inOpenLedger } from '../src/node/explain-now.ts';
import { replayClosed } from '../src/node/replay-ledger.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../src/protocol/entries/entries.ts';
import type { Rules } from '../src/protocol/tables/rules.ts';
import type { Ter } from '../src/protocol/tables/ter.ts';
import { parseTransaction } from '../src/protocol/transaction/transaction.ts';
import type { Hash256, JsonObject, StObject } from '../src/protocol/values.ts';
import { applyTransaction } from '../src/transactions/engine/engine.ts';
import { reasonOf } from '../src/transactions/explain/explanation.ts';
import type { Subject } from '../src/transactions/explain/findings.ts';
import { bytesToHex, hexToBytes } from '../src/util/hex.ts';
import { finishSteps } from '../src/util/steps.ts';
import { Env } from '../test/support/env.ts';
import {
  FAILING_TRANSACTIONS,
  type FailingTransaction,
  failingTransactions,
  subjectOf,
} from '../test/support/failing-transaction.ts';
import { rpcOf } from '../test/support/rpc-call.ts';

/** A view that records the reads from another view. */
class RecordingView implements ReadView {
  readonly entries = new Map<Hash256, Readonly<LedgerEntry>>();
  readonly isOpen: boolean;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly rules: Rules;
  readonly #view: ReadView;

  constructor(view: ReadView) {
    this.#view = view;
    this.isOpen = view.isOpen;
    this.ledgerIndex = view.ledgerIndex;
    this.parentCloseTimeSeconds = view.parentCloseTimeSeconds;
    this.closeTimeSeconds = view.closeTimeSeconds;
    this.parentHash = view.parentHash;
    this.rules = view.rules;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    this.readAny(keylet.key);
    return this.#view.read(keylet);
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    const entry = this.#view.readAny(key);
    if (entry !== undefined) this.entries.set(key, entry);
    return entry;
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    const next = this.#view.nextKey(key, before);
    if (next !== undefined) this.readAny(next);
    return next;
  }

  hasTransaction(id: Hash256): boolean {
    return this.#view.hasTransaction(id);
  }
}

const found = new Map<Ter, FailingTransaction>();

/** The transaction with the smallest set of ledger entries; undefined if the result with these entries differs. */
function collect({ transaction, view, context }: Subject, result: Ter): void {
  const remembering = new RecordingView(view);
  const parent = {
    ledgerIndex: view.ledgerIndex - 1,
    closeTimeSeconds: view.parentCloseTimeSeconds,
    hash: view.parentHash,
  };
  const over = new OpenView(remembering, parent, view.isOpen, view.closeTimeSeconds);
  if (applyTransaction(over, transaction, context).result !== result) return;
  const { baseDrops, reserveDrops, reserveIncrementDrops } = context.fees;
  const entries = [...remembering.entries].map(([key, entry]) => {
    return [key, bytesToHex(encodeObject(entry as unknown as StObject))] as const;
  });
  const failing: FailingTransaction = {
    result,
    type: transaction.fields.TransactionType,
    reason: '',
    tx_blob: bytesToHex(transaction.blob),
    is_open: view.isOpen,
    ledger_index: view.ledgerIndex,
    parent_close_time: view.parentCloseTimeSeconds,
    close_time: view.closeTimeSeconds,
    parent_hash: view.parentHash,
    network_id: context.networkId,
    fees: [String(baseDrops), String(reserveDrops), String(reserveIncrementDrops)],
    entries: Object.fromEntries(entries),
  };
  const best = found.get(result);
  if (best !== undefined && JSON.stringify(best).length <= JSON.stringify(failing).length) return;
  const alone = subjectOf(failing);
  if (applyTransaction(alone.view, alone.transaction, alone.context).result === result) found.set(result, failing);
}

async function collectFrom(file: string): Promise<void> {
  const [first, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const { closed, amendments, base_fee, reserve_base, reserve_inc, network_id, entries } = JSON.parse(first!);
  const genesis = {
    amendments,
    base_fee,
    reserve_base,
    reserve_inc,
    network_id,
    entries,
    close_time: closed.close_time,
  };
  const env = await Env.create({ genesis: parseGenesis(JSON.stringify(genesis)) });
  const call = rpcOf(env);
  const claimed: Hash256[] = [];
  for (const text of lines) {
    const line = JSON.parse(text) as { kind: string; method: string; params: JsonObject; header: JsonObject };
    if (line.kind === 'rpc') {
      const answer = await call(line.method, line.params);
      const { engine_result: result, tx_blob: blob } = answer;
      if (line.method !== 'submit' || result === undefined || result === 'tesSUCCESS') continue;
      const transaction = parseTransaction(hexToBytes(blob));
      if (answer.applied === true || result.startsWith('tec')) claimed.push(transaction.id);
      else collect(inOpenLedger(env.node.openLedger, env.node, transaction), result);
    } else if (line.kind === 'close') {
      await call('ledger_accept', { close_time: line.header.close_time! });
      for (const id of claimed.splice(0)) {
        const location = env.node.store.transactionLocation(id);
        const subject = location && finishSteps(replayClosed(env.node, location));
        if (subject !== undefined) collect(subject, (await call('tx', { transaction: id })).meta.TransactionResult);
      }
    }
  }
  await env.stop();
}

if (existsSync(FAILING_TRANSACTIONS)) for (const failing of failingTransactions()) found.set(failing.result, failing);
for (const file of process.argv.slice(2)) {
  try {
    await collectFrom(file);
  } catch (error) {
    process.stderr.write(`${file}: ${(error as Error).message}\n`);
  }
}
found.delete('tesSUCCESS');
const lines = [...found.values()]
  .sort((a, b) => (a.result < b.result ? -1 : 1))
  .map((failing) => JSON.stringify({ ...failing, reason: reasonOf(subjectOf(failing), failing.result) }));
writeFileSync(FAILING_TRANSACTIONS, `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} results\n`);
