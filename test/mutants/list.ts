/** All mutants, by what they are bugs of. */
import { AMOUNT_MUTANTS } from './amount-mutants.ts';
import { BENCH_MUTANTS } from './bench-mutants.ts';
import { BRIDGE_MUTANTS } from './bridge-mutants.ts';
import { CLOSE_MUTANTS } from './close-mutants.ts';
import { CLUSTER_MUTANTS } from './cluster-mutants.ts';
import { CODEC_MUTANTS } from './codec-mutants.ts';
import { ENGINE_MUTANTS } from './engine-mutants.ts';
import { ESCROW_MUTANTS } from './escrow-mutants.ts';
import { EXPLORER_MUTANTS } from './explorer-mutants.ts';
import { IDENTITY_MUTANTS } from './identity-mutants.ts';
import { INVARIANT_MUTANTS } from './invariant-mutants.ts';
import { LEDGER_MUTANTS } from './ledger-mutants.ts';
import { MPT_MUTANTS } from './mpt-mutants.ts';
import type { Mutant } from './mutant.ts';
import { NFTOKEN_MUTANTS } from './nftoken-mutants.ts';
import { OFFER_MUTANTS } from './offer-mutants.ts';
import { QUEUE_MUTANTS } from './queue-mutants.ts';
import { ROLE_MUTANTS } from './role-mutants.ts';
import { SIGNATURE_MUTANTS } from './signature-mutants.ts';
import { STORAGE_MUTANTS } from './storage-mutants.ts';
import { TOKEN_MUTANTS } from './token-mutants.ts';
import { TYPE_MUTANTS } from './type-mutants.ts';
import { VAULT_MUTANTS } from './vault-mutants.ts';
import { VERIFY_MUTANTS } from './verify-mutants.ts';
import { FRONT_MUTANTS } from './worker-mutants.ts';

export const MUTANTS: readonly Mutant[] = [
  ...ENGINE_MUTANTS,
  ...SIGNATURE_MUTANTS,
  ...CODEC_MUTANTS,
  ...AMOUNT_MUTANTS,
  ...LEDGER_MUTANTS,
  ...TOKEN_MUTANTS,
  ...TYPE_MUTANTS,
  ...ESCROW_MUTANTS,
  ...OFFER_MUTANTS,
  ...IDENTITY_MUTANTS,
  ...MPT_MUTANTS,
  ...NFTOKEN_MUTANTS,
  ...VAULT_MUTANTS,
  ...BRIDGE_MUTANTS,
  ...INVARIANT_MUTANTS,
  ...CLOSE_MUTANTS,
  ...QUEUE_MUTANTS,
  ...STORAGE_MUTANTS,
  ...VERIFY_MUTANTS,
  ...ROLE_MUTANTS,
  ...EXPLORER_MUTANTS,
  ...FRONT_MUTANTS,
  ...CLUSTER_MUTANTS,
  ...BENCH_MUTANTS,
];
