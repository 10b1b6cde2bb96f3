/** Values of every JSON type, and ids, amounts and keys of a ledger in wrong places. */
import { accountIdToAddress } from '../../../src/crypto/address.ts';
import type { Json } from '../../../src/protocol/values.ts';
import { ALICE, BLACK_HOLE, BOB, type HostileWorld, ISSUER } from '../../support/hostile-world.ts';

const LONG_TEXT_LENGTH = 100_000;
const DEPTH = 18;

function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { x: value };
  return value;
}

/** Values that hardly any parameter allows: each JSON type, empty, huge, negative, fractional, limits. */
export const STRANGE_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  -0.5,
  1e-320,
  255,
  256,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 2,
  2 ** 32 - 1,
  -(2 ** 31),
  1e16,
  1e300,
  -1e300,
  '',
  ' ',
  'x',
  '0',
  '-1',
  '00',
  '1e9',
  '4294967295',
  '4294967296',
  '18446744073709551616',
  '\u0000',
  '\ud800',
  '\u202e\u{1f600}',
  '__proto__',
  'constructor',
  'x'.repeat(LONG_TEXT_LENGTH),
  ' '.repeat(LONG_TEXT_LENGTH),
  '9'.repeat(1000),
  'F'.repeat(64),
  'f'.repeat(64),
  '0'.repeat(64),
  'F'.repeat(63),
  'F'.repeat(65),
  [],
  [[]],
  [null],
  [{}],
  [1, 2, 3, 4],
  ['x', 'x'],
  {},
  { x: 1 },
  { length: 3 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1}}'),
  nested(DEPTH),
];

/** Values for members of parameters: one of each kind, because there are many members. */
export const FEW_STRANGE_VALUES: readonly Json[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 32 - 1,
  '',
  'x',
  '-1',
  '\ud800',
  '9'.repeat(1000),
  [],
  [{}],
  {},
  { x: 1 },
];

/** Accounts, ids, amounts, keys, ledgers and markers: valid ones, and some with one mistake. */
export function tellingValues(world: HostileWorld): Json[] {
  const { channelId, transactionId, ledgerIndex, entryKeys } = world;
  const account = ALICE.address;
  const usd = { currency: 'USD', issuer: ISSUER.address };
  const accounts = [
    account,
    ISSUER.address,
    BLACK_HOLE.address,
    ALICE.id,
    `${account.slice(0, -1)}x`,
    `${account} `,
    account.toLowerCase(),
    accountIdToAddress('0'.repeat(40)),
    accountIdToAddress(`${'0'.repeat(39)}1`),
    accountIdToAddress('AB'.repeat(20)),
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5AqEL4xcZj5whKbmc',
  ];
  const ids = [...entryKeys.values(), channelId.toLowerCase(), channelId.slice(2), `${channelId}00`, transactionId];
  const amounts: Json[] = [
    '1',
    '100000000000000001',
    '9223372036854775808',
    '1.5',
    { ...usd, value: '1' },
    { ...usd, value: '1e81' },
    { ...usd, value: '-0' },
    { ...usd, value: 1 },
    { currency: 'USD', value: '1' },
    { mpt_issuance_id: '00'.repeat(24), value: '1' },
    ['1', 'USD', ISSUER.address],
    '1/USD/x',
  ];
  const keys = [ALICE.keys.publicKey, BOB.keys.publicKey, `02${'00'.repeat(32)}`, `ED${'00'.repeat(32)}`, 'ED', '04'];
  const ledgers = [
    'validated',
    'current',
    'closed',
    'Validated',
    '1',
    1,
    2,
    ledgerIndex,
    ledgerIndex + 1,
    `${ledgerIndex}`,
  ];
  const markers: Json[] = [`${channelId},0`, `${channelId},1`, `${channelId},${channelId}`, { ledger: 3, seq: 0 }, ','];
  const words = ['secp256k1', 'ed25519', 'user', 'gateway', 'create', 'ledger', 'Payment', 'tesSUCCESS', 'USD', 'XRP'];
  const dates = ['2026-01-01T00:00:00Z', '0000-00-00', 'USD0000000000000000000000000000000000000'];
  return [...accounts, ...ids, ...amounts, ...keys, ...ledgers, ...markers, ...words, ...dates];
}
