/**
 * Transactions that are signed as they should be and say what nobody would: fields of the right kind with any value,
 * ids of entries of other types, accounts that are not there. The codec takes them all, so it is the engine that has
 * to know what to do.
 */

import fc from 'fast-check';
import { fieldByName } from '../../src/protocol/tables/fields.ts';
import { transactionFlagMask } from '../../src/protocol/tables/flags.ts';
import { transactionFormat } from '../../src/protocol/tables/formats.ts';
import type { FieldValue, Hash256, StObject } from '../../src/protocol/values.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { arbitraryValue } from './arbitrary-object.ts';
import { MASTER, type Party } from './env.ts';
import { ALICE, BOB, type HostileWorld, ISSUER } from './hostile-world.ts';
import type { SeededRandom } from './seeded-random.ts';
import { USD } from './token-ledger.ts';

const NOBODY = '00000000000000000000000000000000000000FF';
const PARTIES: readonly Party[] = [ISSUER, ALICE, BOB];
const MAX_TIME_SECONDS = 0xffffffff;
/** How often an optional field is there, and how often a field's value is one that means something. */
const OPTIONAL_SHARE = 0.35;
const SENSIBLE_SHARE = 0.93;
const FLAG_SHARE = 0.4;
/** Filled in when the transaction is signed; changed on purpose only now and then. */
const COMMON_FIELDS = new Set(['TransactionType', 'Account', 'Fee', 'Sequence', 'Flags', 'SigningPubKey']);
const NEVER = new Set(['TxnSignature', 'Signers', 'Delegate', 'NetworkID', 'TicketSequence']);
/** One reserve increment. */
const DELETION_FEE_DROPS = 200_000n;
const RARE_SHARE = 0.02;

export interface HostileTransaction {
  readonly sender: Party;
  readonly fields: StObject;
}

/** A transaction of a random type from one of the world's parties. */
export function hostileTransaction(world: HostileWorld, random: SeededRandom): HostileTransaction {
  const type = random.pick(SENT_TYPES);
  const sender = random.pick(PARTIES);
  const fields: Record<string, FieldValue> = { TransactionType: type };
  for (const { name, presence } of transactionFormat(type)!.fields) {
    if (COMMON_FIELDS.has(name) || NEVER.has(name)) continue;
    const isCommon = !isOwnField(type, name);
    if (presence !== 'required' && random.next() > (isCommon ? RARE_SHARE : OPTIONAL_SHARE)) continue;
    fields[name] = valueFor(world, random, name);
  }
  if (random.next() < FLAG_SHARE) fields.Flags = randomFlags(type, random);
  if (type === 'AccountDelete' || random.next() < RARE_SHARE) fields.Fee = DELETION_FEE_DROPS;
  return { sender, fields };
}

function isOwnField(type: string, name: string): boolean {
  return !transactionFormat('TicketCreate')!.byName.has(name) || (type === 'TicketCreate' && name === 'TicketCount');
}

/** Mostly flags that the type knows, each as likely as not. */
function randomFlags(type: string, random: SeededRandom): number {
  const known = ~transactionFlagMask(type) & 0x7fffffff;
  let flags = 0;
  for (let bit = 0; bit < 31; bit++) {
    const flag = 1 << bit;
    if ((known & flag) !== 0 && random.next() < 0.25) flags |= flag;
  }
  return random.next() < RARE_SHARE ? random.below(2 ** 32) : flags >>> 0;
}

function valueFor(world: HostileWorld, random: SeededRandom, name: string): FieldValue {
  const field = fieldByName(name)!;
  const sensible = random.next() < SENSIBLE_SHARE ? sensibleValue(world, random, name, field.type) : undefined;
  return sensible ?? fc.sample(arbitraryValue(field), { numRuns: 1, seed: random.below(2 ** 31) })[0]!;
}

function sensibleValue(world: HostileWorld, random: SeededRandom, name: string, type: string): FieldValue | undefined {
  const parties = [...PARTIES, MASTER].map(({ id }) => id);
  switch (type) {
    case 'AccountID':
      return random.pick([...parties, NOBODY, '0'.repeat(40)]);
    case 'Amount':
      return random.pick(amounts(random.pick(parties)));
    case 'Hash256':
      return random.pick([...world.entryKeys.values(), world.channelId, world.transactionId, '0'.repeat(64)]);
    case 'Vector256':
      return Array.from({ length: random.below(4) }, (): Hash256 => random.pick([...world.entryKeys.values()]));
    case 'UInt32':
      return random.pick([0, 1, 2, 8, 1_000_000_000, 2_000_000_000, 0x7fffffff, 0x80000000, MAX_TIME_SECONDS]);
    case 'Blob':
      return name === 'PublicKey' ? random.pick([...PARTIES, MASTER]).keys.publicKey : undefined;
    case 'PathSet':
      return [[{ account: random.pick(parties) }], [{ currency: USD, issuer: random.pick(parties) }]];
    default:
      return undefined;
  }
}

function amounts(issuer: string): FieldValue[] {
  const token = (mantissa: bigint, exponent: number) => ({ mantissa, exponent, currency: USD, issuer });
  const smallest = 10n ** 15n;
  return [
    0n,
    1n,
    100n,
    1_000_000n,
    10n ** 17n,
    10n ** 17n + 1n,
    50_000_000n,
    token(0n, -100),
    token(2n * smallest, -15),
    token(smallest, -15),
    token(5n * smallest, -14),
    token(smallest, -96),
    token(10n ** 16n - 1n, 80),
    token(-smallest, -15),
  ];
}
