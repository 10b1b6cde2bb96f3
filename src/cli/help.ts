/** What `weir start --help` says; `start-options.ts` has the table that reads the options. */

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
  --network-id N          network id of a new chain (0)
  --dev                   for development: ten funded accounts, and a faucet at /accounts
  --cors-origin ORIGIN    let web pages of this origin read answers (again for more; * for all)
  --log-level LEVEL       silent, fatal, error, warn, info, debug or trace (info)`;
