/**
 * `noripple_check`: checks the NoRipple settings of an account's trust lines and suggests transactions. (rippled:
 * NoRippleCheck.cpp).
 */

import { accountIdToAddress, addressToAccountId } from '../../../crypto/address.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { currencyText } from '../../../protocol/json/currency-text.ts';
import { amountToJson } from '../../../protocol/json/to-json.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { LongList } from '../../json/long-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, missingField, RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import { ownedEntries } from '../../pages/owned-entries.ts';
import { type TrustLineView, viewTrustLine } from '../../pages/trust-line.ts';
import { malformedAccount } from '../../params/account-param.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { convertedText, flagStrictSinceVersion2, limit, requiredText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 300, max: 400 };
const NOT_A_GATEWAY =
  'You appear to have set your default ripple flag even though you are not a gateway. ' +
  'This is not recommended unless you are experimenting';
const NO_DEFAULT_RIPPLE = 'You should immediately set your default ripple flag';

const accountRole = {
  type: 'string',
  values: ['gateway', 'user'],
  read: (context: RpcContext, name: string): 'gateway' | 'user' => {
    const role = convertedText.read(context, name);
    if (role !== 'gateway' && role !== 'user') throw invalidField(name);
    return role;
  },
} as const;

export const norippleCheck = defineMethod({
  name: 'noripple_check',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...requiredText, required: true, text: 'Address of the account.' },
    { name: 'role', ...accountRole, required: true, text: '`gateway` or `user`.' },
    { name: 'transactions', ...flagStrictSinceVersion2, text: 'Suggest transactions that solve the problems.' },
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of trust line problems to report (300).' },
    ...LEDGER_PARAMS,
  ],
  *run(context, read) {
    const { params } = context;
    for (const name of ['account', 'role']) if (!hasParam(params, name)) throw missingField(name);
    const address = read('account');
    const role = read('role');
    const most = read('limit');
    const withTransactions = read('transactions');
    const { view, fields } = read('ledger_index');
    const extra = withTransactions ? { ...fields, transactions: [] } : fields;
    const account = addressToAccountId(address);
    if (account === undefined) throw malformedAccount('account', address, extra);
    const root = view.read(accountKeylet(account));
    if (root === undefined) throw new RpcError('actNotFound');

    const advice = new Advice(root, role === 'gateway', Number(context.reader.fees.baseDrops));
    advice.checkDefaultRipple();
    for (const entry of ownedEntries(openLedgerSnapshot(context, view), account)) {
      yield;
      if (entry.LedgerEntryType !== 'RippleState' || !advice.checkLine(viewTrustLine(entry, account))) continue;
      if (advice.lineProblemCount >= most) break;
    }
    const { problems, transactions } = advice;
    return {
      ...fields,
      problems: problems.toJson(),
      ...(withTransactions ? { transactions: transactions.toJson() } : {}),
    };
  },
});

/** Collects problems and the transactions that fix them, with consecutive sequence numbers. */
class Advice {
  readonly problems = new LongList();
  readonly transactions = new LongList();
  lineProblemCount = 0;
  readonly #root: Readonly<AccountRoot>;
  readonly #isGateway: boolean;
  readonly #feeDrops: number;
  #sequence: number;

  constructor(root: Readonly<AccountRoot>, isGateway: boolean, feeDrops: number) {
    this.#root = root;
    this.#isGateway = isGateway;
    this.#feeDrops = feeDrops;
    this.#sequence = root.Sequence;
  }

  checkDefaultRipple(): void {
    const isSet = (this.#root.Flags & EntryFlags.AccountRoot.lsfDefaultRipple) !== 0;
    if (isSet === this.#isGateway) return;
    this.problems.push(isSet ? NOT_A_GATEWAY : NO_DEFAULT_RIPPLE);
    if (!isSet) this.#suggest({ TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple });
  }

  /** True if the line has a problem. */
  checkLine({ flags, mine, peer, limit, limitPeer }: TrustLineView): boolean {
    const isSet = (flags & mine.noRipple) !== 0;
    if (isSet !== this.#isGateway) return false;
    this.lineProblemCount += 1;
    const advice = isSet ? 'You should clear the no ripple flag on your' : NEVER_RIPPLE;
    this.problems.push(`${advice} ${currencyText(limitPeer.currency)} line to ${accountIdToAddress(peer)}`);
    const { tfClearNoRipple, tfSetNoRipple } = TransactionFlags.TrustSet;
    this.#suggest({
      TransactionType: 'TrustSet',
      LimitAmount: amountToJson({ ...limit, issuer: peer }),
      Flags: isSet ? tfClearNoRipple : tfSetNoRipple,
    });
    return true;
  }

  #suggest(fields: JsonObject): void {
    const { Account } = this.#root;
    this.transactions.push({
      ...fields,
      Sequence: this.#sequence,
      Account: accountIdToAddress(Account),
      Fee: this.#feeDrops,
    });
    this.#sequence += 1;
  }
}

const NEVER_RIPPLE = 'You should probably set the no ripple flag on your';
