/** What `--help` says of `weir start` and `weir json`, and the methods that a command line can call. */
import type { Method } from '../rpc/method/define-method.ts';
import { methodTable } from '../rpc/table.ts';
import { optionLines } from './option-table.ts';
import { METHOD_OPTIONS } from './request/method-options.ts';

export const START_HELP = `weir start: runs a server until it gets SIGINT, SIGTERM or (without TLS) SIGHUP.

  --port N                port to listen on (5005); 0 lets the system choose one
  --ws-port N             a second port with the same services, for clients that expect a pair
  --host ADDRESS          address to listen on (127.0.0.1)
  --allow-remote-admin    let --host be open to other machines, whose users are administrators then
  --allow-remote-test-bench  let them move the clock of a server with --dev and change its ledger by hand, too
  --public-port N         a port for everybody: no signing, no methods of the administrator
  --public-host ADDRESS   address of that port (0.0.0.0)
  --tls-cert FILE         certificate chain in PEM: all ports speak https and wss; read again on SIGHUP
  --tls-key FILE          its private key in PEM
  --limits FILE           JSON: what the server takes from its clients (body_bytes, requests_per_second, …)
  --data DIR              where to keep the ledgers (./weir-data)
  --new                   begin a chain though traces of another are there, whose data are lost
  --ephemeral             keep nothing on disk
  --close-interval MS     close a ledger every MS milliseconds (4000); 0 closes one after each submission
  --durable-submit        answer a submission only when a crash cannot lose it any more
  --threads N             threads that answer clients, beside the one that has the ledger (the cores but one, at
                          least 1; with --ephemeral or --dev 0: one thread does everything)
  --cluster URL           be one of several servers of one ledger, which is in this PostgreSQL database; see
                          docs/cluster.md
  --cluster-secret-file FILE  a secret that all of them have, 16 characters at least
  --cluster-address HOST:PORT  where the others reach this one (127.0.0.1, a free port)
  --cluster-listen HOST:PORT  where it listens for them, if that is elsewhere
  --node-name NAME        names it among them (made up once for a data directory)
  --history N             keep only the last N ledgers itself, 300 at least, and read older ones in the database
  --manual                close ledgers only by ledger_accept
  --genesis FILE          JSON: how a new chain begins (amendments, base_fee, network_id, …)
  --network-id N          network id of a new chain (none)
  --base-fee DROPS        what a transaction costs on a new chain (10)
  --reserve-base DROPS    what an account must hold on a new chain (1000000)
  --reserve-inc DROPS     what it must hold in addition for each object that it owns (200000)
  --dev                   for development: ten funded accounts, a faucet at /accounts, a clock to hold (weir clock)
  --no-explorer           show browsers that open a port no explorer
  --cors-origin ORIGIN    let web pages of this origin read answers (again for more; * for all)
  --pid-file FILE         where to write the number of the process while the server listens
  --like NAME             as the tests of a client library expect it: xrpl.js-ci or xrpl-py-ci; other options win
  --log-level LEVEL       silent, fatal, error, warn (default on a terminal), info (default), debug or trace`;

/** The help of `weir json`. */
export const JSON_HELP = `weir json METHOD ['PARAMS'] [--url URL]

Calls any method with parameters in JSON, for example: weir json account_info '{"account":"r…"}'

Options:
${optionLines(METHOD_OPTIONS)}

The exit code is 0 if it was done, 1 if the answer is an error or there is no server, 2 if not understood.`;

/** The methods that a command line can call with success, by name. */
export function shownMethods(): readonly Method[] {
  const shown = [...methodTable.values()].filter(({ onlyFails }) => onlyFails === undefined);
  return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
}
