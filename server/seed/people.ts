import type { Address } from '../../src/contract/address/address.ts';
import type { UserType } from '../../src/contract/enums.ts';

/** The password of every account of the demo data. */
export const seedPassword = 'stamped-2026';

export type SeedUser = {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  phoneNumber: string;
  address: Address;
  userType: UserType;
  /** False: pending approval. */
  approved: boolean;
};

const office: Address = {
  streetName: '210 Commerce Way, Suite 300',
  city: 'Denver',
  state: 'CO',
  zipcode: '80202',
};

export const admin: SeedUser = {
  email: 'admin@ev.test',
  firstName: 'Ada',
  lastName: 'Kowalski',
  company: 'EV Engineering',
  phoneNumber: '+13035550100',
  address: office,
  userType: 'ADMIN',
  approved: true,
};

export const engineer: SeedUser = {
  email: 'employee@ev.test',
  firstName: 'Emil',
  lastName: 'Navarro',
  company: 'EV Engineering',
  phoneNumber: '+13035550101',
  address: office,
  userType: 'EMPLOYEE',
  approved: true,
};

export const secondEngineer: SeedUser = {
  email: 'ines@ev.test',
  firstName: 'Ines',
  lastName: 'Halvorsen',
  company: 'EV Engineering',
  phoneNumber: '+13035550102',
  address: office,
  userType: 'EMPLOYEE',
  approved: true,
};

export const client: SeedUser = {
  email: 'client@ev.test',
  firstName: 'Clara',
  lastName: 'Brennan',
  company: 'Brightline Solar',
  phoneNumber: '+16025550140',
  address: { streetName: '4417 E Camelback Rd', city: 'Phoenix', state: 'AZ', zipcode: '85018' },
  userType: 'CLIENT',
  approved: true,
};

export const secondClient: SeedUser = {
  email: 'office@summitroof.test',
  firstName: 'Marcus',
  lastName: 'Okafor',
  company: 'Summit Roof & Power',
  phoneNumber: '+12085550163',
  address: { streetName: '88 Foothill Dr', city: 'Boise', state: 'ID', zipcode: '83702' },
  userType: 'CLIENT',
  approved: true,
};

const pending: SeedUser = {
  email: 'pending@ev.test',
  firstName: 'Priya',
  lastName: 'Raman',
  company: 'Harbor Energy Partners',
  phoneNumber: '+12075550118',
  address: { streetName: '19 Wharf St', city: 'Portland', state: 'ME', zipcode: '04101-4123' },
  userType: 'CLIENT',
  approved: false,
};

export const people = [admin, engineer, secondEngineer, client, secondClient, pending] as const;
