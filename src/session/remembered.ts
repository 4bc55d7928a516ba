import * as v from 'valibot';
import { userTypes, valuesOf } from '../contract/enums.ts';
import { authStorageKey } from '../contract/limits.ts';
import { type ApprovedProfile, isApproved, Profile } from '../contract/user.ts';

/** What local storage keeps of the signed-in person: enough to open the app without a network, and no token. */
const Remembered = v.object({
  uid: v.pipe(v.string(), v.nonEmpty()),
  email: v.string(),
  name: v.string(),
  type: v.picklist(valuesOf(userTypes)),
  stage: v.picklist(['unverified', 'no-profile', 'unapproved', 'active']),
});
export type Remembered = v.InferOutput<typeof Remembered>;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Who was signed in last on this device; null when nobody, or when storage is closed to us. */
export function recall(): Remembered | null {
  const checked = v.safeParse(Remembered, read(authStorageKey));
  return checked.success ? checked.output : null;
}

/** Keeps, or with null forgets, who is signed in. */
export function remember(person: Remembered | null): void {
  try {
    if (person) localStorage.setItem(authStorageKey, JSON.stringify(person));
    else localStorage.removeItem(authStorageKey);
  } catch (error) {
    console.warn('The signed-in state cannot be kept in this browser:', error);
  }
}

/** The last profile that the service itself gave. It outlives the readings, which go after a day. */
function profileKey(uid: string): string {
  return `profile:${uid}`;
}

export function rememberProfile(uid: string, profile: Profile): void {
  try {
    localStorage.setItem(profileKey(uid), JSON.stringify(profile));
  } catch (error) {
    console.warn('The profile cannot be kept in this browser:', error);
  }
}

/** The profile of the approved user whom this device remembers; null for anybody else. */
export function rememberedProfile(uid: string): ApprovedProfile | null {
  const known = recall();
  if (known?.uid !== uid || known.stage !== 'active') return null;
  const kept = v.safeParse(Profile, read(profileKey(uid)));
  if (kept.success && kept.output.email === known.email && isApproved(kept.output)) return kept.output;
  return profileOf(known);
}

/** As far as it is remembered; the rest comes when the service can be reached. */
function profileOf({ email, name, type }: Remembered): ApprovedProfile {
  const [firstName = '', ...others] = name.split(' ');
  return {
    email,
    firstName,
    lastName: others.join(' '),
    userName: name,
    company: '',
    phoneNumber: '',
    address: { streetName: '', city: '', state: '', zipcode: '' },
    userType: type,
    userApproved: true,
    userRefused: false,
    createdTimestamp: 0,
  };
}
