/** The parameters with which a chain was created: small values, written once. */
import { StoreError } from '../ledger-store.ts';
import type { ChainValues, Term } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';
import { HELD, refuseFenced } from './postgres-lease.ts';
import { forgedRow, type RowKeys } from './secret-check.ts';

const FOUND = `
  WITH writer AS (
    UPDATE weir.lease SET is_founded = true WHERE ${HELD} AND NOT is_founded AND last_index IS NULL
    RETURNING epoch),
    written AS (
      INSERT INTO weir.chain_values (name, value, mac)
      SELECT pair.name, pair.value, pair.mac
      FROM writer, unnest($3::text[], $4::text[], $5::bytea[]) AS pair (name, value, mac)
      RETURNING name)
  SELECT epoch, (SELECT count(*) FROM written) AS written FROM writer`;

export class PostgresChain implements ChainValues {
  readonly #connection: Connection;
  readonly #keys: RowKeys;

  constructor(connection: Connection, keys: RowKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async read(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#connection.run({
      text: 'SELECT name, value, mac FROM weir.chain_values',
      effect: 'reads',
    });
    return new Map(
      rows.map((row) => {
        const [name, value] = [String(row.name), String(row.value)];
        if (!this.#keys.isMac(row.mac, 'chain value', name, value))
          throw forgedRow(`the value ${name}`, 'weir.chain_values');
        return [name, value];
      }),
    );
  }

  async found(values: ReadonlyMap<string, string>, term: Term): Promise<void> {
    const macs = Array.from(values, ([name, value]) => this.#keys.mac('chain value', name, value));
    const rows = await this.#connection.run({
      text: FOUND,
      values: [term.epoch, term.token, [...values.keys()], [...values.values()], macs],
      effect: 'writes',
    });
    if (rows.length > 0) return;
    await refuseFenced(this.#connection, term);
    const there = await this.read();
    const isSame = there.size === values.size && [...values].every(([name, value]) => there.get(name) === value);
    if (!isSame) throw new StoreError('another chain was founded in this database');
  }
}
