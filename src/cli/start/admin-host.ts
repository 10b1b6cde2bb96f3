/** On which addresses a port may listen that makes administrators of its callers. */
import { hostReach } from '../../server/admission/host-reach.ts';
import { usageError } from '../../util/command-error.ts';

export interface AdminHost {
  readonly host: string;
  readonly isRemoteAdminAllowed?: boolean;
}

/** @throws CommandError (a usage error) for an address that other machines reach, unless that was allowed. */
export function checkAdminHost({ host, isRemoteAdminAllowed }: AdminHost): void {
  const reach = hostReach(host);
  if (isRemoteAdminAllowed === true || reach === 'own') return;
  if (reach === 'unknown') {
    throw usageError(
      `--host must be an address of this machine, such as 127.0.0.1 or ::1, or localhost, not '${host}'; ` +
        'other names are taken with --allow-remote-admin only, since other machines may be behind them',
    );
  }
  throw usageError(
    `--host ${host} is open to other machines: add --allow-remote-admin if their users are to be administrators, ` +
      'or use --public-port and --public-host if they are not',
  );
}
