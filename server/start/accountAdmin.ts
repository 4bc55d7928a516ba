import { type AccountAdmin, emulatorAccounts, firebaseAccounts } from '../auth/accounts.ts';
import type { Config } from '../settings/config.ts';

/** Returns the configured administration of accounts; null where only an operator may change them, in the Firebase console. */
export function accountAdminOf({ identity, serviceAccount }: Config): AccountAdmin | null {
  const { projectId } = identity;
  if (identity.kind === 'emulator')
    return emulatorAccounts({ url: `http://127.0.0.1:${identity.port}`, projectId });
  return serviceAccount === '' ? null : firebaseAccounts({ projectId, keyFile: serviceAccount });
}
