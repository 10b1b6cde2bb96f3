/**
 * Views of the archive for people, in their own schema, named by the terms of the XRP Ledger. Amounts of the native
 * currency are in XRP, others as decimal numbers; hashes are upper-case hex.
 */

/** An amount in JSON: drops as text, or an object with `value` and the asset. `expression` is of type jsonb. */
function amountColumns(expression: string, prefix: string): string {
  return `
    CASE jsonb_typeof(${expression})
      WHEN 'object' THEN (${expression}->>'value')::numeric
      WHEN 'string' THEN CASE WHEN ${expression}->>0 ~ '^[0-9]+$' THEN (${expression}->>0)::numeric * 0.000001 END
    END AS ${prefix}_value,
    CASE jsonb_typeof(${expression})
      WHEN 'object' THEN coalesce(${expression}->>'currency', ${expression}->>'mpt_issuance_id')
      WHEN 'string' THEN CASE WHEN ${expression}->>0 ~ '^[0-9]+$' THEN 'XRP' END
    END AS ${prefix}_currency,
    ${expression}->>'issuer' AS ${prefix}_issuer`;
}

/** Seconds since 2000-01-01T00:00:00Z in a member of a JSON object, as a time. */
function timeOf(member: string): string {
  return `timestamptz '2000-01-01 00:00:00+00' + (entry->>'${member}')::bigint * interval '1 second'`;
}

const TRANSACTION_COLUMNS = `
  tx.ledger_index, tx.position, upper(encode(tx.id, 'hex')) AS hash, tx.close_time,
  tx.tx->>'TransactionType' AS type, tx.meta->>'TransactionResult' AS result,
  tx.tx->>'Account' AS sender, tx.tx->>'Destination' AS destination,
  (tx.tx->>'Sequence')::bigint AS sequence, (tx.tx->>'Fee')::numeric * 0.000001 AS fee_xrp,
  ${amountColumns("(tx.meta->'delivered_amount')", 'delivered')},
  tx.tx, tx.meta`;

/**
 * One side of each trust line: a positive balance of `own` is owed by `other`, a negative one is owed to it. The low
 * account is `account`.
 */
function trustLineSide(own: 'Low' | 'High', other: 'Low' | 'High'): string {
  const sign = own === 'Low' ? '' : '-';
  return `
    SELECT ${own === 'Low' ? 'account, peer' : 'peer AS account, account AS peer'},
      entry->'Balance'->>'currency' AS currency, ${sign}(entry->'Balance'->>'value')::numeric AS balance,
      (entry->'${own}Limit'->>'value')::numeric AS trust_limit,
      (entry->'${other}Limit'->>'value')::numeric AS peer_limit,
      upper(encode(key, 'hex')) AS line_id, ledger_index AS changed_in
    FROM weir.current_entries WHERE type = 'RippleState'`;
}

export const VIEWS: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS weir_views',
  `CREATE OR REPLACE VIEW weir_views.ledgers AS
    SELECT ledger_index, upper(encode(ledger_hash, 'hex')) AS hash, close_time, transaction_count,
      total_drops * 0.000001 AS total_xrp, epoch, body_bytes
    FROM weir.ledgers`,
  `CREATE OR REPLACE VIEW weir_views.transactions AS
    SELECT ${TRANSACTION_COLUMNS} FROM weir.archive_transactions AS tx`,
  'CREATE OR REPLACE VIEW weir_views.transaction_ids AS SELECT id, ledger_index, position FROM weir.archive_ids',
  `CREATE OR REPLACE VIEW weir_views.account_transactions AS
    SELECT history.account, ${TRANSACTION_COLUMNS}
    FROM weir.archive_rows AS history
    JOIN weir.archive_transactions AS tx
      ON tx.ledger_index = history.ledger_index AND tx.position = history.position`,
  `CREATE OR REPLACE VIEW weir_views.trust_lines AS ${trustLineSide('Low', 'High')}
    UNION ALL ${trustLineSide('High', 'Low')}`,
  `CREATE OR REPLACE VIEW weir_views.balances AS
    SELECT account, 'XRP' AS currency, NULL AS issuer, (entry->>'Balance')::numeric * 0.000001 AS balance
    FROM weir.current_entries WHERE type = 'AccountRoot'
    UNION ALL
    SELECT account, currency, peer AS issuer, balance FROM weir_views.trust_lines WHERE balance > 0
    UNION ALL
    SELECT account, entry->>'MPTokenIssuanceID' AS currency, NULL AS issuer,
      coalesce((entry->>'MPTAmount')::numeric, 0) AS balance
    FROM weir.current_entries WHERE type = 'MPToken'`,
  `CREATE OR REPLACE VIEW weir_views.channels AS
    SELECT upper(encode(key, 'hex')) AS channel_id, account, peer AS destination,
      (entry->>'Amount')::numeric * 0.000001 AS amount_xrp, (entry->>'Balance')::numeric * 0.000001 AS claimed_xrp,
      (entry->>'SettleDelay')::bigint AS settle_delay_seconds, ${timeOf('Expiration')} AS expires_at,
      ${timeOf('CancelAfter')} AS cancelled_after, entry->>'PublicKey' AS public_key, ledger_index AS changed_in
    FROM weir.current_entries WHERE type = 'PayChannel'`,
];
