import * as v from 'valibot';
import { userTypes, valuesOf } from '../contract/enums.ts';
import { authStorageKey } from '../contract/limits.ts';
import type { ApprovedProfile } from '../contract/user.ts';

/** What local storage keeps of the signed-in person: enough to open the app without a network, and no token. */
const Remembered = v.object({
  email: v.string(),
  name: v.string(),
  type: v.picklist(valuesOf(userTypes)),
  stage: v.picklist(['unverified', 'no-profile', 'unapproved', 'active']),
});
export type Remembered = v.InferOutput<typeof Remembered>;

/** Who was signed in last on this device; null when nobody, or when storage is closed to us. */
export function recall(): Remembered | null {
  try {
    const checked = v.safeParse(Remembered, JSON.parse(localStorage.getItem(authStorageKey) ?? 'null'));
    return checked.success ? checked.output : null;
  } catch {
    return null;
  }
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

/** The profile of an approved user as far as it is remembered; the rest comes when the service can be reached. */
export function rememberedProfile(email: string): ApprovedProfile | null {
  const known = recall();
  if (known?.email !== email || known.stage !== 'active') return null;
  const [firstName = '', ...others] = known.name.split(' ');
  return {
    email,
    firstName,
    lastName: others.join(' '),
    userName: known.name,
    company: '',
    phoneNumber: '',
    address: { streetName: '', city: '', state: '', zipcode: '' },
    userType: known.type,
    userApproved: true,
    userRefused: false,
    createdTimestamp: 0,
  };
}
