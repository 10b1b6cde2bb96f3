/** A broker and its vault. */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { amountFromNum, amountToNum } from '../../protocol/amounts/amount-math.ts';
import { numOfField } from '../../protocol/amounts/asset-number.ts';
import { numCompare } from '../../protocol/amounts/number.ts';
import type { Loan, LoanBroker, Vault } from '../../protocol/entries/entries.ts';
import { loanBrokerById, loanById, vaultById } from '../../protocol/entries/keylets.ts';
import type { Hash256, Issue, NumberValue } from '../../protocol/values.ts';

interface BrokerAndVault {
  readonly broker: LoanBroker;
  readonly vault: Vault;
}

/** A loan, its broker and their vault. */
export interface LoanEntries extends BrokerAndVault {
  readonly loan: Loan;
}

/** Reads both; a broker without a vault would be a damaged ledger. */
export function readBroker(
  view: ReadView,
  id: Hash256,
): { readonly broker?: Readonly<LoanBroker> | undefined; readonly vault?: Readonly<Vault> | undefined } {
  const broker = view.read(loanBrokerById(id));
  return { broker, vault: broker && view.read(vaultById(broker.VaultID)) };
}

/** Peeks both. */
export function peekBroker(sandbox: Sandbox, id: Hash256): BrokerAndVault | undefined {
  const broker = sandbox.peek(loanBrokerById(id));
  const vault = broker && sandbox.peek(vaultById(broker.VaultID));
  return broker === undefined || vault === undefined ? undefined : { broker, vault };
}

/** Peeks a loan with its broker and vault. */
export function peekLoan(sandbox: Sandbox, id: Hash256): LoanEntries | undefined {
  const loan = sandbox.peek(loanById(id));
  const entries = loan && peekBroker(sandbox, loan.LoanBrokerID);
  return loan === undefined || entries === undefined ? undefined : { loan, ...entries };
}

/** Changes the broker's count of loans; zero is left out. */
export function changeLoanCount(broker: LoanBroker, change: number): void {
  const count = (broker.OwnerCount ?? 0) + change;
  if (count === 0) delete broker.OwnerCount;
  else broker.OwnerCount = count;
}

/**
 * True if the asset can express each of the present numbers exactly.
 * @throws AmountError if one is out of the asset's range
 */
export function areExpressible(asset: Issue, values: readonly (NumberValue | undefined)[]): boolean {
  return values.every((value) => {
    const number = numOfField(value);
    return value === undefined || numCompare(amountToNum(amountFromNum(asset, number)), number) === 0;
  });
}
