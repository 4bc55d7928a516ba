import * as v from 'valibot';
import { userTypes, wireValues } from '../contract/enums.ts';
import { authStorageKey } from '../contract/limits.ts';
import { type ApprovedProfile, isApproved, Profile } from '../contract/users/user.ts';
import { readStoredJson, writeStored } from '../storage.ts';

/** The signed-in user in local storage: enough to open the app without a connection, and no token. */
const Remembered = v.object({
  uid: v.pipe(v.string(), v.nonEmpty()),
  email: v.string(),
  name: v.string(),
  type: v.picklist(wireValues(userTypes)),
  stage: v.picklist(['unverified', 'no-profile', 'unapproved', 'active']),
});
type Remembered = v.InferOutput<typeof Remembered>;

/** Returns who was signed in last on this device; null when nobody was, or storage is denied. */
export function rememberedUser(): Remembered | null {
  const checked = v.safeParse(Remembered, readStoredJson(authStorageKey));
  return checked.success ? checked.output : null;
}

/** Stores who is signed in, or with null removes it. */
export function rememberUser(user: Remembered | null): void {
  writeStored(authStorageKey, user && JSON.stringify(user));
}

function profileKey(uid: string): string {
  return `profile:${uid}`;
}

/** Stores the last profile that the server sent. It outlives the cached queries, which expire after a day. */
export function rememberProfile(uid: string, profile: Profile): void {
  writeStored(profileKey(uid), JSON.stringify(profile));
}

/** Returns the profile of the approved user whom this device remembers; null for anybody else. */
export function rememberedProfile(uid: string): ApprovedProfile | null {
  const known = rememberedUser();
  if (known?.uid !== uid || known.stage !== 'active') return null;
  const { success, output } = v.safeParse(Profile, readStoredJson(profileKey(uid)));
  return success && output.email === known.email && isApproved(output) ? output : null;
}
