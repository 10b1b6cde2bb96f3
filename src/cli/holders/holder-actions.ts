/** The actions of `weir holders`: what each sends to a holder's line, and for which holders (rippled: TrustSet.cpp, Clawback.cpp). */
import type { Candidate } from '../../../explorer/desk/candidates.js';
import { signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { amountFromJson } from '../../protocol/json/amount-json.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import type { Holder, HolderAction, Outcome } from '../issuer/holder-batch.ts';
import type { IssuerDesk } from '../issuer/issuer-desk.ts';
import { type HolderRow, holderOfLine } from './holder-lines.ts';
import type { HolderVerb } from './holders-options.ts';

const { lsfAllowTrustLineClawback, lsfNoFreeze } = EntryFlags.AccountRoot;
const { tfClearDeepFreeze, tfClearFreeze, tfSetDeepFreeze, tfSetFreeze } = TransactionFlags.TrustSet;

/** `amount` is for a clawback; undefined: the whole balance. Throws a usage error. */
export function holderAction(verb: HolderVerb, token: JsonObject, amount: string | undefined): HolderAction {
  return verb === 'clawback' ? clawback(amount === undefined ? undefined : parseValue(token, amount)) : FREEZES[verb];
}

/** The value of an amount of the token, as the ledger writes it. Throws a usage error. */
function parseValue(token: JsonObject, value: string): string {
  const text = parsedText({ ...token, value });
  if (text !== undefined) return text;
  throw usageError(`--amount must be a positive amount of the token such as 10 or 0.5, not '${value}'`);
}

function parsedText(json: JsonObject): string | undefined {
  try {
    const amount = amountFromJson(json);
    return signOfAmount(amount) > 0 ? amountText(amount) : undefined;
  } catch {
    return undefined;
  }
}

const FREEZES: Record<Exclude<HolderVerb, 'clawback'>, HolderAction> = {
  freeze: freezing('freeze', 'frozen', 'a freeze', ({ frozen }) => (frozen === 'no' ? tfSetFreeze : undefined)),
  'deep-freeze': freezing('deep-freeze', 'deep frozen', 'a deep freeze', ({ frozen }) => {
    return frozen === 'deep' ? undefined : tfSetFreeze | tfSetDeepFreeze;
  }),
  unfreeze: freezing('unfreeze', 'unfrozen', 'the end of a freeze', ({ frozen }) => {
    if (frozen === 'no') return undefined;
    return frozen === 'deep' ? tfClearFreeze | tfClearDeepFreeze : tfClearFreeze;
  }),
};

/** `flagsFor` gives the flags of the transaction; undefined if the holder needs none. */
function freezing(
  verb: HolderVerb,
  done: string,
  need: string,
  flagsFor: (holder: HolderRow) => number | undefined,
): HolderAction {
  return lineAction(
    {
      command: `weir holders ${verb}`,
      name: verb,
      keepsDone: false,
      need,
      done,
      planned: () => `would be ${done}`,
      checkIssuer(flags, issuer) {
        if (verb === 'unfreeze' || (flags & lsfNoFreeze) === 0) return;
        throw new CommandError(`${issuer} has set asfNoFreeze: it can freeze no line`);
      },
    },
    (line, row, { currency }) => {
      const { holder } = row;
      const Flags = flagsFor(row);
      if (Flags === undefined)
        return { holder, text: verb === 'unfreeze' ? 'not frozen' : `already ${done}`, isDone: true };
      // The transaction must repeat the issuer's own limit; otherwise it would set it to zero.
      const LimitAmount = { currency, issuer: holder, value: line.limit! };
      return candidateOf(holder, currency, { TransactionType: 'TrustSet', LimitAmount, Flags });
    },
  );
}

/** In a `Clawback` of tokens, the `issuer` of the amount is the holder. A larger amount takes the whole balance. */
function clawback(amount: string | undefined): HolderAction {
  return lineAction(
    {
      command: 'weir holders clawback',
      name: amount === undefined ? 'clawback' : `clawback ${amount}`,
      keepsDone: true,
      need: 'a clawback',
      done: 'clawed back',
      planned: ({ fields }) => `would be clawed back: ${(fields.Amount as { value: string }).value}`,
      checkIssuer(flags, issuer) {
        const isAllowed = (flags & lsfAllowTrustLineClawback) !== 0 && (flags & lsfNoFreeze) === 0;
        if (!isAllowed)
          throw new CommandError(`${issuer} does not have asfAllowTrustLineClawback: it can take nothing back`);
      },
    },
    (_line, { holder, balance }, { currency }) => {
      if (balance === '0') return { holder, text: 'has no tokens', isDone: true };
      const Amount = { currency, issuer: holder, value: amount ?? balance };
      return candidateOf(holder, currency, { TransactionType: 'Clawback', Amount });
    },
  );
}

function candidateOf(holder: string, currency: string, fields: Candidate['fields']): Holder {
  return { candidate: { key: `${holder} ${currency}`, holder, fields } };
}

/** An action on lines that exist. `judge` gives the candidate of a holder, or its outcome if it needs nothing. */
function lineAction(
  about: Omit<HolderAction, 'all' | 'one'>,
  judge: (line: JsonObject, holder: HolderRow, desk: IssuerDesk) => Holder,
): HolderAction {
  return {
    ...about,
    async *all(desk) {
      for await (const { lines } of desk.linePages()) {
        for (const line of lines) {
          const row = holderOfLine(line);
          const found = row === undefined ? undefined : judge(line, row, desk);
          if (found !== undefined && 'candidate' in found) yield found;
        }
      }
    },
    async one(desk, holder) {
      const line = await desk.line(holder);
      const row = line === undefined ? undefined : holderOfLine(line);
      return row === undefined ? noLine(holder) : judge(line!, row, desk);
    },
  };
}

function noLine(holder: string): Outcome {
  return { holder, text: 'is no holder of the token', isDone: false };
}
