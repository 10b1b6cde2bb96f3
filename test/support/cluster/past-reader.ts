/**
 * A client that queries old ledgers and history, and continues with markers of other nodes. Every node must give the
 * same answers, from its own store or from the archive.
 */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/protocol/values.ts';
import type { Party } from '../env.ts';
import { askAny, type ClientOptions, countOther } from './cluster-clients.ts';

/** Ledgers between two queries. Few queries, so that all nodes get the same ones. */
const STEP_LEDGERS = 25;
/** The writers' accounts exist in all ledgers from this one on. */
const FIRST_ASKED = 50;
const PAGE_LEDGERS = 20;
const PAGE_ROWS = 7;
/** Errors of a node that is behind or cannot reach the archive. The client retries. */
export const MAY_COME_LATER: readonly unknown[] = ['tooBusy', 'notSynced'];
/** Fields of an answer that differ by node. */
const OF_NODE: readonly string[] = ['weir_node', 'weir_ledger', 'status'];

interface Question {
  readonly method: string;
  readonly params: JsonObject;
  /** The last ledger that the answer covers. */
  readonly until: number;
}

export class PastReader {
  readonly #options: ClientOptions & { readonly of: readonly Party[]; readonly thinkMs: number };
  /** The last validated ledger that it has seen. */
  #end = 0;

  constructor(options: ClientOptions & { readonly of: readonly Party[]; readonly thinkMs: number }) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { isOver, access, random, thinkMs } = this.#options;
    while (!isOver()) {
      await access.pause(random.between(0, thinkMs * 2));
      if (this.#end === 0 || random.chance(0.02)) await this.#lookForEnd();
      const spots = Math.floor((this.#end - FIRST_ASKED - PAGE_LEDGERS) / STEP_LEDGERS);
      if (spots > 0) await this.#askAbout(FIRST_ASKED + random.below(spots) * STEP_LEDGERS);
    }
  }

  async #lookForEnd(): Promise<void> {
    const found = await askAny(this.#options, 'ledger', { ledger_index: 'validated' });
    const ledger = found?.answer.ledger as JsonObject | undefined;
    if (ledger?.ledger_hash !== undefined) this.#end = Number(ledger.ledger_index);
  }

  async #askAbout(ledgerIndex: number): Promise<void> {
    const { of, random } = this.#options;
    const { address } = of[ledgerIndex % of.length]!;
    const kind = random.below(4);
    if (kind === 0) await this.#ask(stateOf(address, ledgerIndex));
    else if (kind === 1) await this.#askPages(address, ledgerIndex);
    else await this.#askLedger(ledgerIndex, kind === 2);
  }

  /** Requests two pages; the marker of one node must work on every node. */
  async #askPages(account: string, first: number): Promise<void> {
    const last = first + PAGE_LEDGERS;
    const range = { account, ledger_index_min: first, ledger_index_max: last, limit: PAGE_ROWS };
    const page = await this.#ask({ method: 'account_tx', params: range, until: last });
    if (page?.marker !== undefined)
      await this.#ask({ method: 'account_tx', params: { ...range, marker: page.marker }, until: last });
  }

  /** Requests the ledger with its transactions, or one of its transactions by id. */
  async #askLedger(ledgerIndex: number, asksTransaction: boolean): Promise<void> {
    const params = { ledger_index: ledgerIndex, transactions: true, expand: !asksTransaction };
    const answer = await this.#ask({ method: 'ledger', params, until: ledgerIndex });
    const [id] = ((answer?.ledger as JsonObject | undefined)?.transactions ?? []) as readonly string[];
    if (asksTransaction && id !== undefined)
      await this.#ask({ method: 'tx', params: { transaction: id }, until: ledgerIndex });
  }

  async #ask({ method, params, until }: Question): Promise<JsonObject | undefined> {
    const { figures, book } = this.#options;
    const found = await askAny(this.#options, method, { ...params, min_ledger: until });
    if (found === undefined) return undefined;
    const { node, answer } = found;
    if (MAY_COME_LATER.includes(answer.error)) {
      countOther(figures, `past: ${answer.error}`);
      return undefined;
    }
    const question = `${method} ${JSON.stringify(params)}`;
    assert.equal(answer.error, undefined, `${question} on node ${node}: ${JSON.stringify(answer)}`);
    const members = Object.entries(answer).filter(([name]) => !OF_NODE.includes(name));
    book.seeAnswer(question, JSON.stringify(Object.fromEntries(members.sort())), `node ${node}`);
    figures.readPast += 1;
    return answer;
  }
}

function stateOf(account: string, ledgerIndex: number): Question {
  return { method: 'account_info', params: { account, ledger_index: ledgerIndex }, until: ledgerIndex };
}
