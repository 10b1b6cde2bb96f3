/**
 * Sends approvals and sees each one to its end. At most a window of them is on its way; each is written into the journal
 * before it is sent, and only that same transaction is ever sent again. It ends when it is in a validated ledger, or when
 * it cannot be any more: its last ledger has passed, or its sequence number is used up, and no ledger holds it.
 */
import { whyNever } from '../../../explorer/finality.js';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { Terminal } from '../channel/channel-terminal.ts';
import type { Candidate, IssuerAccount, IssuerDesk } from './authorize-desk.ts';
import type { Approval, ApprovalJournal } from './authorize-journal.ts';

const POLL_MS = 250;
/** Another transaction has this sequence number, in a ledger or in the queue. */
const NUMBER_IS_TAKEN = new Set(['tefPAST_SEQ', 'telCAN_NOT_QUEUE_FEE']);

/** What became of one holder. */
export interface Outcome {
  readonly holder: string;
  readonly text: string;
  readonly isApproved: boolean;
  readonly hash?: Hash256;
  readonly ledgerIndex?: number;
}

export class ApprovalRun {
  readonly #desk: IssuerDesk;
  readonly #journal: ApprovalJournal;
  readonly #terminal: Terminal;
  readonly #windowSize: number;
  readonly #onOutcome: (outcome: Outcome) => void;
  #endedCount = 0;
  /** The result that made it stop sending. */
  #refusal: string | undefined;
  /** True after another program has used a sequence number that was meant for an approval. */
  #isContested = false;

  constructor(
    desk: IssuerDesk,
    journal: ApprovalJournal,
    terminal: Terminal,
    windowSize: number,
    onOutcome: (outcome: Outcome) => void,
  ) {
    this.#desk = desk;
    this.#journal = journal;
    this.#terminal = terminal;
    this.#windowSize = windowSize;
    this.#onOutcome = onOutcome;
  }

  /** Why it sends no more; undefined while all is well. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** Sees what an earlier run left on its way to its end. */
  async finishOld(): Promise<void> {
    while (this.#journal.unfinished.length > 0) await this.#awaitLedger();
  }

  /**
   * Approves each candidate, unless the server refuses one: then those behind it are left alone. `sequence` is the issuer's in
   * a validated ledger from before the candidates were looked up. So if another program has sent something since, the
   * first number is taken. Gives false then: who still has to be approved must be looked up again.
   */
  async approve(candidates: readonly Candidate[], firstSequence: number, keys: KeyPair): Promise<boolean> {
    this.#isContested = false;
    let sequence = firstSequence;
    let next = 0;
    for (;;) {
      const mayMore = this.#refusal === undefined && !this.#isContested;
      const free = mayMore ? this.#windowSize - this.#journal.unfinished.length : 0;
      const batch = candidates.slice(next, next + free);
      if (batch.length > 0) {
        const { common, lastLedger } = await this.#desk.nextTransactions();
        const approvals = batch.map((candidate, at) => {
          return this.#sign({ ...common, Sequence: sequence + at, LastLedgerSequence: lastLedger }, candidate, keys);
        });
        this.#journal.add(approvals);
        const count = await this.#send(approvals);
        next += count;
        sequence += count;
      }
      if (this.#journal.unfinished.length === 0) break;
      await this.#awaitLedger(candidates.length);
    }
    if (this.#isContested) return false;
    for (const { holder } of candidates.slice(next)) this.#onOutcome({ holder, text: 'not sent', isApproved: false });
    return true;
  }

  #sign(
    common: JsonObject & { Sequence: number; LastLedgerSequence: number },
    candidate: Candidate,
    keys: KeyPair,
  ): Approval {
    const fields = { ...common, ...this.#desk.approvalFields(candidate), SigningPubKey: keys.publicKey };
    const { id, blob } = signTransaction(objectFromJson(fields, 'tx_json'), keys);
    return {
      issuer: this.#desk.issuer,
      currency: this.#desk.currency,
      holder: candidate.holder,
      hash: id,
      sequence: common.Sequence,
      lastLedger: common.LastLedgerSequence,
      blob: bytesToHex(blob),
    };
  }

  /**
   * Sends approvals in order, up to one that the server does not take: nothing behind that could get in. Gives how many
   * are done with. One that finds the open ledger and the queue full is not: with the same number, it is signed again. Nor
   * is one whose number another program has used.
   */
  async #send(approvals: readonly Approval[]): Promise<number> {
    for (const [at, { blob, holder, hash }] of approvals.entries()) {
      const { code, mayGetIn } = await this.#desk.submit(blob);
      this.#isContested = NUMBER_IS_TAKEN.has(code) && (await this.#desk.transaction(hash))?.validated !== true;
      if (mayGetIn && !this.#isContested) continue;
      for (const untaken of approvals.slice(at)) this.#journal.finish(untaken.hash);
      if (this.#isContested) return at;
      if (code.startsWith('tel') && this.#journal.unfinished.length > 0) return at;
      this.#refusal = code;
      this.#onOutcome({ holder, text: `refused: ${code}`, isApproved: false, hash });
      return at + 1;
    }
    return approvals.length;
  }

  /** Waits for a ledger and looks what it did to everything on its way. */
  async #awaitLedger(total?: number): Promise<void> {
    // Asked for before the transactions are: what no ledger up to this one holds, and can get into none after it, is over.
    const validated = await this.#desk.account('validated');
    const { ledgerIndex } = validated;
    for (const approval of this.#journal.unfinished) await this.#look(approval, validated);
    const onTheirWay = this.#journal.unfinished.length;
    const all = total === undefined ? '' : ` of ${total}`;
    this.#terminal.note(`ledger ${ledgerIndex}: ${this.#endedCount}${all} final, ${onTheirWay} on their way`);
    if (onTheirWay === 0) return;
    let now = ledgerIndex;
    while (now === ledgerIndex) {
      await this.#terminal.sleep(POLL_MS);
      now = (await this.#desk.account('validated')).ledgerIndex;
    }
  }

  async #look({ hash, holder, blob, ...approval }: Approval, validated: IssuerAccount): Promise<void> {
    const found = await this.#desk.transaction(hash);
    if (found?.validated === true) {
      const code = String((found.meta as JsonObject).TransactionResult);
      const isApproved = code === 'tesSUCCESS';
      const text = isApproved ? 'authorized' : `failed: ${code}`;
      this.#end(hash, { holder, text, isApproved, hash, ledgerIndex: Number(found.ledger_index) });
    } else if (whyNever(approval, validated) !== undefined) {
      this.#end(hash, { holder, text: 'got into no ledger; run this again', isApproved: false, hash });
    } else if (found === undefined && this.#refusal === undefined && !this.#isContested) {
      // The server has forgotten it: it was started again, or never got it.
      const { code } = await this.#desk.submit(blob);
      if (NUMBER_IS_TAKEN.has(code)) this.#isContested = true;
    }
  }

  #end(hash: Hash256, outcome: Outcome): void {
    this.#journal.finish(hash);
    this.#endedCount += 1;
    this.#onOutcome(outcome);
  }
}
