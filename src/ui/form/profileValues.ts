import type { Address } from '../../contract/fields.ts';
import { nationalPhone } from '../../contract/phone.ts';
import type { Profile } from '../../contract/user.ts';

/** What a person fills in about themselves, as it is typed. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  companyName: string;
  phoneNumber: string;
  address: Address;
};

/** A profile as its form shows it. */
export function profileValues(profile: Profile): ProfileValues {
  const { firstName, lastName, company, phoneNumber, address } = profile;
  return { firstName, lastName, companyName: company, phoneNumber: nationalPhone(phoneNumber), address };
}
