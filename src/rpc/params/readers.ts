/**
 * How parameters are read, for the rows of a method (method/param-row.ts). The reference checks some strictly, converts
 * others from any JSON, and ignores some faults; each of its ways has a name here.
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

/** A text that must be there; Missing field 'x'. or Invalid field 'x'. otherwise. */
export const requiredText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => requireString(params, name),
};

/** A text; Invalid field 'x'. for anything else that is there. */
export const strictText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => optionalString(params, name),
};

/** A text; Invalid field 'x', not string. for anything else that is there. */
export const typedText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') throw expectedField(name, 'string');
    return value;
  },
};

/** A text; `invalidParams` in general words for anything else that is there. */
export const plainText: ParamReader<'string', string | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (typeof value !== 'string') throw invalidParams().about(name);
    return value;
  },
};

/** A text, or what the reference's JSON library makes one of; empty when it is absent. */
export const convertedText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => textParam(params, name),
};

/** As `convertedText`, the hash that the text is; undefined if it is none. */
export const convertedHash: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: ({ params }, name) => parseHash(textParam(params, name)),
};

/** True for whatever counts as true: the text `"no"` does. */
export const flag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => flagParam(params, name),
};

/** True if it is there, whatever its value. */
export function presence<Type extends string>(type: Type): ParamReader<Type, boolean> {
  return { type, read: ({ params }, name) => hasParam(params, name) };
}

/** True or false; Invalid field 'x'. for anything else that is there. */
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

/** A whole number from 0 to 4294967295, or what converts to one; undefined for anything else, 0 when it is absent. */
export const convertedUint: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }, name) => uintParam(params, name),
};

/** The page size, within the range for everybody but the operator. */
export function limit(range: LimitRange): ParamReader<'integer', number> {
  return { type: 'integer', read: ({ params, role }) => readLimit(params, range, role) };
}

/** True or false, false when it is absent; Invalid field 'x', not boolean. for anything else. */
export const typedFlag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => {
    const value = params[name] === undefined ? false : params[name];
    if (typeof value !== 'boolean') throw expectedField(name, 'boolean');
    return value;
  },
};

/** A type of ledger entry by its name or by its name in requests; undefined when it is absent. */
export const entryType: ParamReader<'string', ReturnType<typeof entryTypeParam>> = {
  type: 'string',
  read: ({ params }) => entryTypeParam(params),
};

/** An account that the request's ledger has, together with that ledger. */
export function accountInLedger(options?: AccountOptions): ParamReader<'string', AccountInLedger> {
  return { type: 'string', read: (context) => requireAccount(context, options) };
}

/** An address that must be there; `actMalformed` for a text that is none. */
export const requiredAccount: ParamReader<'string', AccountId> = {
  type: 'string',
  read: ({ params }, name) => {
    const text = requireString(params, name);
    const account = addressToAccountId(text);
    if (account === undefined) throw malformedAccount(name, text);
    return account;
  },
};

/** An address, converted to a text; of `ident` where there is no `account`. Undefined for a text that is none. */
export const accountOrIdent: ParamReader<'string', AccountId | undefined> = {
  type: 'string',
  read: ({ params }) => {
    const name = hasParam(params, 'account') ? 'account' : 'ident';
    if (!hasParam(params, name)) throw missingField('account');
    return addressToAccountId(textParam(params, name));
  },
};

/** As `convertedText`; Missing field 'x'. when it is absent. */
export const requiredConvertedText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    return textParam(params, name);
  },
};

/** A whole number from 0 to 4294967295; Invalid field 'x', not unsigned integer. for anything else that is there. */
export const strictUint: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }, name) => {
    const value = params[name];
    if (value === undefined || isUInt32(value)) return value;
    throw expectedField(name, 'unsigned integer');
  },
};

/** True or false, false when it is absent; `invalidParams` in general words for anything else. */
export const plainFlag: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => {
    const value = params[name] === undefined ? false : params[name];
    if (typeof value !== 'boolean') throw invalidParams().about(name);
    return value;
  },
};

/** The hash that a text is; Invalid field 'x'. for anything else that is there. */
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
