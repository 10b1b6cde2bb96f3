/**
 * Snapshots, in parts of bounded size. Each copy has a unique name, so concurrent ones do not mix. One row, written
 * last, makes it visible.
 */
import { randomUUID } from 'node:crypto';
import { bytesToHex } from '../../util/hex.ts';
import { StoreError } from '../ledger-store.ts';
import type { SnapshotInfo, SnapshotPlace, SnapshotStore } from '../shared/cluster-store.ts';
import type { Connection, Row } from './connection.ts';
import { forgedRow, type RowKeys } from './secret-check.ts';

const PART_BYTES = 1 << 20;
const KEPT = 2;
/** Each part renews its copy; an abandoned copy is removed after this time. */
const ABANDONED = "interval '10 minutes'";

const NEWEST = 'SELECT ledger_index FROM weir.snapshots WHERE parts IS NOT NULL GROUP BY ledger_index ORDER BY 1 DESC';

const REMOVE_OLD = `
  DELETE FROM weir.snapshots
  WHERE (parts IS NULL AND touched_at < clock_timestamp() - ${ABANDONED})
    OR (parts IS NOT NULL AND ledger_index NOT IN (${NEWEST} LIMIT ${KEPT}))`;
const REMOVE_PARTS = 'DELETE FROM weir.snapshot_parts WHERE copy_id NOT IN (SELECT copy_id FROM weir.snapshots)';

export class PostgresSnapshots implements SnapshotStore {
  readonly #connection: Connection;
  readonly #keys: RowKeys;

  constructor(connection: Connection, keys: RowKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async newest(): Promise<SnapshotInfo | undefined> {
    const [row] = await this.#connection.run({
      text: `SELECT copy_id, ledger_index, ledger_hash, bytes, parts, directory, digest, mac FROM weir.snapshots
        WHERE parts IS NOT NULL AND mac IS NOT NULL ORDER BY ledger_index DESC, copy_id LIMIT 1`,
      effect: 'reads',
    });
    if (row === undefined) return undefined;
    this.#check(row);
    const elsewhere = elsewhereOf(row);
    return {
      ledgerIndex: Number(row.ledger_index),
      hash: bytesToHex(row.ledger_hash as Uint8Array),
      bytes: Number(row.bytes),
      ...(elsewhere && { elsewhere }),
    };
  }

  async put(
    { ledgerIndex, hash, bytes, elsewhere }: SnapshotInfo,
    parts: AsyncIterable<Uint8Array> = nothing(),
  ): Promise<void> {
    const copyId = randomUUID();
    await this.#write(
      `INSERT INTO weir.snapshots (copy_id, ledger_index, ledger_hash, bytes, parts, touched_at, directory, digest)
        VALUES ($1, $2, $3, $4, NULL, clock_timestamp(), $5, $6)`,
      [copyId, ledgerIndex, Buffer.from(hash, 'hex'), bytes, elsewhere?.directory, elsewhere?.digest],
    );
    try {
      await this.#fill(copyId, { ledgerIndex, elsewhere }, parts);
    } catch (error) {
      await this.#write('DELETE FROM weir.snapshots WHERE copy_id = $1', [copyId]).catch(() => {});
      throw error;
    }
    await this.#write('DELETE FROM weir.snapshots WHERE ledger_index = $1 AND parts IS NOT NULL AND copy_id <> $2', [
      ledgerIndex,
      copyId,
    ]);
    await this.#write(REMOVE_OLD);
    await this.#write(REMOVE_PARTS);
  }

  async #fill(
    copyId: string,
    { ledgerIndex, elsewhere }: Pick<SnapshotInfo, 'ledgerIndex'> & { readonly elsewhere: SnapshotPlace | undefined },
    parts: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    let count = 0;
    for await (const body of inParts(parts)) {
      const part = count++;
      const values = [copyId, part, body, this.#keys.mac('snapshot part', copyId, String(part), body)];
      await this.#write('INSERT INTO weir.snapshot_parts (copy_id, part, body, mac) VALUES ($1, $2, $3, $4)', values);
      await this.#write('UPDATE weir.snapshots SET touched_at = clock_timestamp() WHERE copy_id = $1', [copyId]);
    }
    const mac = this.#keys.mac('snapshot', copyId, String(ledgerIndex), String(count), ...placeParts(elsewhere));
    await this.#write('UPDATE weir.snapshots SET parts = $2, mac = $3 WHERE copy_id = $1', [copyId, count, mac]);
  }

  async *read(ledgerIndex: number): AsyncIterable<Uint8Array> {
    const [copy] = await this.#connection.run({
      text: `SELECT copy_id, ledger_index, parts, directory, digest, mac FROM weir.snapshots
        WHERE ledger_index = $1 AND parts IS NOT NULL AND mac IS NOT NULL ORDER BY copy_id LIMIT 1`,
      values: [ledgerIndex],
      effect: 'reads',
    });
    if (copy === undefined) throw new StoreError(`there is no snapshot of ledger ${ledgerIndex}`);
    this.#check(copy);
    const copyId = String(copy.copy_id);
    for (let part = 0; part < Number(copy.parts); part++) {
      const [row] = await this.#connection.run({
        text: 'SELECT body, mac FROM weir.snapshot_parts WHERE copy_id = $1 AND part = $2',
        values: [copyId, part],
        effect: 'reads',
      });
      if (row === undefined) throw new StoreError(`the snapshot of ledger ${ledgerIndex} was removed meanwhile`);
      const body = row.body as Uint8Array;
      if (!this.#keys.isMac(row.mac, 'snapshot part', copyId, String(part), body)) throw forged(copy);
      yield body;
    }
  }

  #check(row: Row): void {
    const { copy_id: copyId, ledger_index: ledgerIndex, parts, mac } = row;
    const place = placeParts(elsewhereOf(row));
    if (!this.#keys.isMac(mac, 'snapshot', String(copyId), String(ledgerIndex), String(parts), ...place))
      throw forged(row);
  }

  async #write(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#connection.run({ text, values, effect: 'writes' });
  }
}

function forged({ copy_id: copyId, ledger_index: ledgerIndex }: Row): Error {
  return forgedRow(`the snapshot of ledger ${ledgerIndex}`, `weir.snapshots, copy_id ${copyId}`);
}

function elsewhereOf({ directory, digest }: Row): SnapshotPlace | undefined {
  return typeof directory === 'string' ? { directory, digest: String(digest) } : undefined;
}

/** The part of a snapshot's place that its MAC covers. */
function placeParts(elsewhere: SnapshotPlace | undefined): string[] {
  return elsewhere === undefined ? [] : [elsewhere.directory, elsewhere.digest];
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The same bytes in pieces of at most one size. */
async function* inParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + PART_BYTES - heldBytes);
      // Copied, since the source may reuse its memory.
      held.push(piece.slice());
      heldBytes += piece.length;
      from += piece.length;
      if (heldBytes < PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
