/**
 * Parameter readers for the rows of a method (method/param-row.ts). The reference checks some parameters strictly,
 * converts others from any JSON, and ignores some errors; each variant has a name here.
 */
import { addressToAccountId } from '../../crypto/address.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { expectedField, invalidField, invalidParams, missingField } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { type AccountInLedger, type AccountOptions, malformedAccount, requireAccount } from './account-param.ts';
import { flagParam, textParam, uintParam } from './convert-param.ts';
import { entryTypeParam } from './entry-type-param.ts';
import { isUInt32 } from './json-values.ts';
import { hasParam, type LimitRange, optionalBoolean, optionalString, readLimit, requireString } from './params.ts';
import { parseHash } from './parse-hash.ts';

/** A required text; Missing field 'x'. or Invalid field 'x'. otherwise. */
export const requiredText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => requireString(params, name),
};

/** An optional text; Invalid field 'x'. for another type. */
export const strictText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => optionalString(params, name),
};

/** An optional text; Invalid field 'x', not string. for another type. */
export const typedText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') throw expectedField(name, 'string');
    return value;
  },
};

/** An optional text; a general `invalidParams` for another type. */
export const plainText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') throw invalidParams().about(name);
    return value;
  },
};

/** A text, or a value that the reference's JSON library converts to one; empty when absent. */
export const convertedText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => textParam(params, name),
};

/** As `convertedText`, parsed as a hash; undefined if invalid. */
export const convertedHash: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: ({ params }, name) => parseHash(textParam(params, name)),
};

/** True for truthy values: the text `"no"` is one. */
export const flag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => flagParam(params, name),
};

/** True if it is present with any value. */
export function presence<Type extends string>(type: Type): ParamReader<Type, boolean> {
  return { type, read: ({ params }, name) => hasParam(params, name) };
}

/** An optional boolean; Invalid field 'x'. for another type. */
export const strictFlag: ParamReader<'boolean', boolean | undefined> = {
  type: 'boolean',
  read: ({ params }, name) => optionalBoolean(params, name),
};

/** As `flag` in version 1 of the API; as `strictFlag` from version 2 on. */
export const flagStrictSinceVersion2: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params, apiVersion }, name) =>
    apiVersion > 1 ? optionalBoolean(params, name) === true : flagParam(params, name),
};

/** An integer from 0 to 4294967295, or a value that converts to one; undefined for other values, 0 when absent. */
export const convertedUint: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }, name) => uintParam(params, name),
};

/** The page size, limited to the range for non-admins. */
export function limit(range: LimitRange): ParamReader<'integer', number> {
  return { type: 'integer', read: ({ params, role }) => readLimit(params, range, role) };
}

/** A boolean, false when absent; Invalid field 'x', not boolean. for another type. */
export const typedFlag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => {
    const value = params[name] === undefined ? false : params[name];
    if (typeof value !== 'boolean') throw expectedField(name, 'boolean');
    return value;
  },
};

/** A ledger entry type by its name or its request name; undefined when absent. */
export const entryType: ParamReader<'string', ReturnType<typeof entryTypeParam>> = {
  type: 'string',
  read: ({ params }) => entryTypeParam(params),
};

/** An existing account, together with the request's ledger. */
export function accountInLedger(options?: AccountOptions): ParamReader<'string', AccountInLedger> {
  return { type: 'string', read: (context) => requireAccount(context, options) };
}

/** A required address; `actMalformed` for an invalid text. */
export const requiredAccount: ParamReader<'string', AccountId> = {
  type: 'string',
  read: ({ params }, name) => {
    const text = requireString(params, name);
    const account = addressToAccountId(text);
    if (account === undefined) throw malformedAccount(name, text);
    return account;
  },
};

/** An address, converted to a text, from `account` or else `ident`. Undefined for an invalid text. */
export const accountOrIdent: ParamReader<'string', AccountId | undefined> = {
  type: 'string',
  read: ({ params }) => {
    const name = hasParam(params, 'account') ? 'account' : 'ident';
    if (!hasParam(params, name)) throw missingField('account');
    return addressToAccountId(textParam(params, name));
  },
};

/** As `convertedText`; Missing field 'x'. when absent. */
export const requiredConvertedText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    return textParam(params, name);
  },
};

/** An optional integer from 0 to 4294967295; Invalid field 'x', not unsigned integer. for another value. */
export const strictUint: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }, name) => {
    const value = params[name];
    if (value === undefined || isUInt32(value)) return value;
    throw expectedField(name, 'unsigned integer');
  },
};

/** A boolean, false when absent; a general `invalidParams` for another type. */
export const plainFlag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => {
    const value = params[name] === undefined ? false : params[name];
    if (typeof value !== 'boolean') throw invalidParams().about(name);
    return value;
  },
};

/** An optional hash; Invalid field 'x'. for another value. */
export const strictHash: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    const hash = typeof value === 'string' ? parseHash(value) : undefined;
    if (hash === undefined) throw invalidField(name);
    return hash;
  },
};
