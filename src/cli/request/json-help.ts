/** The help of `weir json`, and the methods that the command line can call. */
import type { Method } from '../../rpc/method/define-method.ts';
import { methodTable } from '../../rpc/table.ts';
import { optionLines } from '../options/option-table.ts';
import { METHOD_OPTIONS } from './method-options.ts';

/** The help of `weir json`. */
export const JSON_HELP = `weir json METHOD ['PARAMS'] [--url URL]

Calls any method with parameters in JSON, for example: weir json account_info '{"account":"r…"}'

Options:
${optionLines(METHOD_OPTIONS)}

Exit code 0: success; 1: the answer is an error, or there is no server; 2: the command is malformed.`;

/** The methods that a command line can call with success, by name. */
export function shownMethods(): readonly Method[] {
  const shown = [...methodTable.values()].filter(({ onlyFails }) => onlyFails === undefined);
  return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
}
