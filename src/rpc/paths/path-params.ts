/** The documented parameters of a path request. */
import type { ParamRow } from '../method/param-row.ts';
import { pathQuestion } from './path-question.ts';

export const PATH_PARAMS = [
  { name: 'source_account', ...pathQuestion, required: true, text: 'Address of the account that pays.' },
  {
    name: 'destination_account',
    type: 'string',
    readWith: 'source_account',
    required: true,
    text: 'Address of the account that is paid.',
  },
  {
    name: 'destination_amount',
    type: 'string or object',
    readWith: 'source_account',
    required: true,
    text: 'Amount to deliver; -1 (of a token: `value` `-1`) for as much as possible.',
  },
  {
    name: 'send_max',
    type: 'string or object',
    readWith: 'source_account',
    text: 'Maximum to send; only with a `destination_amount` of -1.',
  },
  {
    name: 'source_currencies',
    type: 'array',
    readWith: 'source_account',
    text: 'Currencies to send: up to 18 objects with `currency` and optionally `issuer`. By default all that the source has.',
  },
  {
    name: 'domain',
    type: 'string',
    readWith: 'source_account',
    text: 'Id of a permissioned domain, whose order books are used instead of the open ones.',
  },
] as const satisfies readonly ParamRow[];
