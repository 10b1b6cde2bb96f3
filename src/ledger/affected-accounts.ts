/** Whose history a transaction belongs to (rippled: TxMeta.cpp, getAffectedAccounts). */
import { type Field, type FieldName, fieldByName } from '../protocol/tables/fields.ts';
import {
  type AccountId,
  type Amount,
  type FieldValue,
  type Hex,
  issuerOfMpt,
  ZERO_ACCOUNT,
} from '../protocol/values.ts';

/** The token amounts whose issuers count: the two sides of a trust line and of an offer. */
const AMOUNTS_WITH_ISSUERS: ReadonlySet<FieldName> = new Set<FieldName>([
  'LowLimit',
  'HighLimit',
  'TakerPays',
  'TakerGets',
]);

/**
 * The accounts named in the new or final fields of affected nodes, ascending, each once. The account of zeros counts:
 * it is a usual regular key of an account that has given up control. It is never an issuer.
 */
export function affectedAccounts(
  nodes: Iterable<{ readonly kind: string; readonly fields: Readonly<Record<string, FieldValue>> }>,
): AccountId[] {
  const accounts = new Set<AccountId>();
  for (const { kind, fields } of nodes) {
    const values = fields[kind === 'CreatedNode' ? 'NewFields' : 'FinalFields'];
    if (values === undefined) continue;
    for (const [name, value] of Object.entries(values as Readonly<Record<string, FieldValue>>)) {
      const account = accountNamedBy(fieldByName(name), value);
      if (account !== undefined && account !== '') accounts.add(account);
    }
  }
  return [...accounts].sort();
}

/** The account that a field names, if any; empty for one without a value. */
export function accountNamedBy(field: Field | undefined, value: FieldValue): AccountId | undefined {
  if (field?.type === 'AccountID') return value as AccountId;
  const issuer = field && issuerNamedBy(field.name, value);
  return issuer === ZERO_ACCOUNT ? undefined : issuer;
}

function issuerNamedBy(name: FieldName, value: FieldValue): AccountId | undefined {
  if (AMOUNTS_WITH_ISSUERS.has(name)) return issuerOf(value as Amount);
  return name === 'MPTokenIssuanceID' ? issuerOfMpt(value as Hex) : undefined;
}

function issuerOf(amount: Amount): AccountId | undefined {
  if (typeof amount === 'bigint') return undefined;
  return 'issuer' in amount ? amount.issuer : issuerOfMpt(amount.mptIssuanceId);
}
