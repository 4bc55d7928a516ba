import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { syncFolderNow } from '../data/syncFolder.ts';

/** The part of the emulator's in-memory project state that we persist. */
export type AccountState = {
  users: Map<string, { localId: string }>;
  oobs: Map<string, { oobCode: string }>;
  overwriteUserWithLocalId(localId: string, user: object): unknown;
};

const Snapshot = v.object({
  users: v.array(v.looseObject({ localId: v.string() })),
  /** The codes of links in emails that are still open. */
  oobs: v.array(v.looseObject({ oobCode: v.string() })),
});

/** Loads the accounts from `file` into the emulator's memory; a missing file means none. */
export function restoreAccounts(state: AccountState, file: string): void {
  if (!existsSync(file)) return;
  const { users, oobs } = v.parse(Snapshot, JSON.parse(readFileSync(file, 'utf8')));
  for (const user of users) state.overwriteUserWithLocalId(user.localId, user);
  for (const oob of oobs) state.oobs.set(oob.oobCode, oob);
}

/** Returns a function that writes the accounts to `file` if they changed since its last call, and returns when they are on disk. */
export function accountWriter(state: AccountState, file: string): () => void {
  let written = '';
  return () => {
    const snapshot = JSON.stringify({ users: [...state.users.values()], oobs: [...state.oobs.values()] });
    if (snapshot === written) return;
    // Written under another name and renamed once it is whole, so that a process killed meanwhile, or a full disk, leaves the earlier file
    // intact.
    const half = `${file}.part`;
    writeFileSync(half, snapshot, { mode: 0o600, flush: true });
    renameSync(half, file);
    syncFolderNow(dirname(file));
    written = snapshot;
  };
}
