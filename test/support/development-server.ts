/** A development server in this process, which closes a ledger after each submission. */
import { pino } from 'pino';
import { runServer } from '../../src/cli/start/run-server.ts';
import { INSTANT_CLOSE } from '../../src/node/close/close-schedule.ts';

export interface DevelopmentServer {
  readonly webSocketUrl: string;
  /** Host and port of the faucet. */
  readonly host: string;
  stop(): Promise<void>;
}

export async function startDevelopmentServer(networkId?: number): Promise<DevelopmentServer> {
  const server = await runServer(
    {
      port: 0,
      host: '127.0.0.1',
      dataDirectory: undefined,
      closing: INSTANT_CLOSE,
      genesisFile: undefined,
      networkId,
      logLevel: 'silent',
      isDevelopment: true,
    },
    pino({ level: 'silent' }),
  );
  const host = `127.0.0.1:${server.port}`;
  return { webSocketUrl: `ws://${host}`, host, stop: server.stop };
}
