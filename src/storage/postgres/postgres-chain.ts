/** The parameters with which a chain was created: small values, written once. */
import { StoreError } from '../ledger-store.ts';
import type { ChainValues, Term } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';
import { HELD, refuseFenced } from './postgres-lease.ts';

const FOUND = `
  WITH writer AS (
    UPDATE weir.lease SET is_founded = true WHERE ${HELD} AND NOT is_founded AND last_index IS NULL
    RETURNING epoch),
    written AS (
      INSERT INTO weir.chain_values (name, value)
      SELECT pair.name, pair.value FROM writer, unnest($3::text[], $4::text[]) AS pair (name, value)
      RETURNING name)
  SELECT epoch, (SELECT count(*) FROM written) AS written FROM writer`;

export class PostgresChain implements ChainValues {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#connection.run({ text: 'SELECT name, value FROM weir.chain_values', effect: 'reads' });
    return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  }

  async found(values: ReadonlyMap<string, string>, term: Term): Promise<void> {
    const rows = await this.#connection.run({
      text: FOUND,
      values: [term.epoch, term.token, [...values.keys()], [...values.values()]],
      effect: 'writes',
    });
    if (rows.length > 0) return;
    await refuseFenced(this.#connection, term);
    const there = await this.read();
    const isSame = there.size === values.size && [...values].every(([name, value]) => there.get(name) === value);
    if (!isSame) throw new StoreError('another chain was founded in this database');
  }
}
