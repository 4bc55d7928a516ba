import type { Config } from '../config.ts';
import { type DeleteAccount, emulatorAccounts, firebaseAccounts } from './accounts.ts';

/** How accounts are deleted in this set-up; null where it takes a person in the Firebase console. */
export function accountDeleterOf({ identity, serviceAccount }: Config): DeleteAccount | null {
  const { projectId } = identity;
  if (identity.kind === 'emulator')
    return emulatorAccounts({ url: `http://127.0.0.1:${identity.port}`, projectId });
  return serviceAccount === '' ? null : firebaseAccounts({ projectId, keyFile: serviceAccount });
}
