/** What `--help` says, from the same tables that do the work. */
import type { Method } from '../rpc/define-method.ts';
import { methodTable } from '../rpc/table.ts';
import { POSITIONAL_FORMS } from './positional-arguments.ts';

export const MAIN_HELP = `Weir: a ledger server that speaks the XRP Ledger's API.

  weir start [options]              run a server (weir start --help)
  weir channel …                    payment channels: open, fund, redeem, close, watch (weir channel --help)
  weir export ACCOUNT …             write an account's history as CSV or JSON (weir export --help)
  weir authorize …                  approve the holders of an issuer's tokens (weir authorize --help)
  weir verify …                     check the data of a stopped server, and repair it (weir verify --help)
  weir <method> [words] [--url URL] call a method of a running server (weir <method> --help)
  weir json <method> '<params>'     the same with parameters in JSON
  weir --version | --help

Methods:
${wrapped([...methodTable.keys()].sort().join(', '))}`;

export const START_HELP = `weir start: runs a server until it gets SIGINT or SIGTERM.

  --port N                port to listen on (5005); 0 lets the system choose one
  --ws-port N             a second port with the same services, for clients that expect a pair
  --host ADDRESS          address to listen on (127.0.0.1)
  --allow-remote-admin    let --host be open to other machines, whose users are administrators then
  --public-port N         a port for everybody: no signing, no methods of the administrator
  --public-host ADDRESS   address of that port (0.0.0.0)
  --tls-cert FILE         certificate chain in PEM: all ports speak https and wss; read again on SIGHUP
  --tls-key FILE          its private key in PEM
  --limits FILE           JSON: what the server takes from its clients (body_bytes, requests_per_second, …)
  --data DIR              where to keep the ledgers (./weir-data)
  --ephemeral             keep nothing on disk
  --close-interval MS     close a ledger every MS milliseconds (4000); 0 closes one after each submission
  --durable-submit        answer a submission only when a crash cannot lose it any more
  --manual                close ledgers only by ledger_accept
  --genesis FILE          JSON: how a new chain begins (amendments, base_fee, network_id, …)
  --network-id N          network id of a new chain
  --dev                   for development: ten funded accounts, and a faucet at /accounts
  --cors-origin ORIGIN    let web pages of this origin read answers (again for more; * for all)
  --log-level LEVEL       silent, fatal, error, warn, info (default), debug or trace`;

const JSON_HELP = `weir json <method> ['<params>'] [--url URL]

Calls any method with parameters in JSON, for example: weir json account_info '{"account":"r…"}'`;

/** The help of one method. */
export function methodHelp(name: string): string {
  const method = methodTable.get(name);
  if (method === undefined) return JSON_HELP;
  const rows = method.params.map(
    (row) => `  ${row.name.padEnd(20)} ${row.type}${row.required ? ', required' : ''}: ${row.text}`,
  );
  const params = rows.length === 0 ? '' : `\n\nParameters in JSON (weir json ${name} '{…}'):\n${rows.join('\n')}`;
  return `${commandLine(method)} [--url URL]\n\n${method.summary}${params}`;
}

/** How a method is called. One without words of its own takes its parameters in JSON. */
export function commandLine({ name, params }: Method): string {
  const words = POSITIONAL_FORMS.get(name)?.usage;
  if (words !== undefined) return `weir ${name} ${words}`;
  return params.length === 0 ? `weir ${name}` : `weir json ${name} '{…}'`;
}

/** Indented, and broken into lines of a terminal. */
function wrapped(text: string): string {
  return text.replace(/(?<line>.{1,90})(?: |$)/g, '  $<line>\n').trimEnd();
}
