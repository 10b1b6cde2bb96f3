/** Checks the address of a port whose callers are administrators. */
import { hostReach } from '../../server/admission/host-reach.ts';
import { usageError } from '../../util/command-error.ts';

export interface AdminHost {
  readonly host: string;
  readonly isRemoteAdminAllowed?: boolean;
}

/** @throws CommandError (a usage error) for an address that other machines can reach, unless allowed. */
export function checkAdminHost({ host, isRemoteAdminAllowed }: AdminHost): void {
  const reach = hostReach(host);
  if (isRemoteAdminAllowed === true || reach === 'own') return;
  if (reach === 'unknown') {
    throw usageError(
      `--host must be an address of this machine, such as 127.0.0.1 or ::1, or localhost, not '${host}'; ` +
        'other names need --allow-remote-admin, since they may resolve to addresses that other machines can reach',
    );
  }
  throw usageError(
    `--host ${host} is open to other machines: add --allow-remote-admin if their users may be administrators, ` +
      'or use --public-port and --public-host if they are not',
  );
}
