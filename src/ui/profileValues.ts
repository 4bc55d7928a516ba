import { nationalPhone } from '../contract/phone.ts';
import type { Profile } from '../contract/user.ts';
import type { ProfileValues } from './ProfileFields.tsx';

/** A profile as its form shows it. */
export function profileValues(profile: Profile): ProfileValues {
  const { firstName, lastName, company, phoneNumber, address } = profile;
  return { firstName, lastName, companyName: company, phoneNumber: nationalPhone(phoneNumber), address };
}
