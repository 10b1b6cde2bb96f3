/** Values of every JSON type, and ids, amounts and keys of a ledger in wrong places. */

import { ODD_NUMBERS, ODD_TEXTS } from '../../../fuzz/mutate-json.ts';
import { accountIdToAddress } from '../../../src/crypto/address.ts';
import type { Json } from '../../../src/protocol/values.ts';
import { ALICE, BLACK_HOLE, BOB, type FilledServer, ISSUER } from '../../support/filled-server.ts';

const LONG_TEXT_LENGTH = 100_000;
const DEPTH = 18;

function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { x: value };
  return value;
}

/** Values that hardly any parameter allows: each JSON type, empty, huge, negative, fractional, limits. */
export const STRANGE_VALUES: readonly Json[] = [
  ...[null, true, false, ...ODD_NUMBERS, ...ODD_TEXTS],
  ...['x'.repeat(LONG_TEXT_LENGTH), ' '.repeat(LONG_TEXT_LENGTH), '9'.repeat(1000), 'F'.repeat(63)],
  ...[[], [[]], [null], [{}], [1, 2, 3, 4], ['x', 'x'], {}, { x: 1 }, { length: 3 }],
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1}}'),
  nested(DEPTH),
];

/** Values for members of parameters: one of each kind, because there are many members. */
export const FEW_STRANGE_VALUES: readonly Json[] = [
  ...[null, true, -1, 1.5, 2 ** 32 - 1, '', 'x', '-1', '\ud800', '9'.repeat(1000), [], [{}], {}, { x: 1 }],
];

/** Accounts, ids, amounts, keys, ledgers and markers: valid ones, and some with one mistake. */
export function tellingValues(filled: FilledServer): Json[] {
  const { channelId, transactionId, ledgerIndex, entryKeys } = filled;
  const account = ALICE.address;
  const usd = { currency: 'USD', issuer: ISSUER.address };
  const accounts = [
    ...[account, ISSUER.address, BLACK_HOLE.address, ALICE.id, `${account.slice(0, -1)}x`, `${account} `],
    ...['0'.repeat(40), `${'0'.repeat(39)}1`, 'AB'.repeat(20)].map(accountIdToAddress),
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5AqEL4xcZj5whKbmc',
  ];
  const ids = [...entryKeys.values(), channelId.toLowerCase(), channelId.slice(2), `${channelId}00`, transactionId];
  const values: Json[] = ['1', '1e81', '-0', 1].map((value) => ({ ...usd, value }));
  const amounts: Json[] = [...values, '100000000000000001', { currency: 'USD', value: '1' }, '1/USD/x'];
  const keys = [ALICE.keys.publicKey, BOB.keys.publicKey, `02${'00'.repeat(32)}`, `ED${'00'.repeat(32)}`, 'ED'];
  const ledgers = ['validated', 'current', 'closed', 'Validated', '1', 1, 2, ledgerIndex, ledgerIndex + 1];
  const markers: Json[] = [`${channelId},0`, `${channelId},${channelId}`, { ledger: 3, seq: 0 }, ','];
  const words = ['secp256k1', 'user', 'gateway', 'create', 'ledger', 'Payment', 'tesSUCCESS', 'USD', 'XRP'];
  return [...accounts, ...ids, ...amounts, ...keys, ...ledgers, ...markers, ...words, '2026-01-01T00:00:00Z'];
}
