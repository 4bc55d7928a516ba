import * as v from 'valibot';
import { Address, company, email, firstName, form, lastName, requiredLine, userType } from './fields.ts';
import { phoneNumber } from './phone.ts';

/** What a person fills in about themselves; the company's form field is `companyName` (§3). */
export const ProfileForm = form({
  firstName,
  lastName,
  companyName: company,
  phoneNumber,
  address: Address,
});
export type ProfileForm = v.InferOutput<typeof ProfileForm>;

/** POST /register (§3, registration payload). The e-mail must be the token's own; the type always is CLIENT. */
export const Registration = form({
  userName: requiredLine(),
  firstName,
  lastName,
  company,
  email,
  phoneNumber,
  userType: v.literal('CLIENT', 'User type must be client'),
  address: Address,
});
export type Registration = v.InferOutput<typeof Registration>;

/** Changes to one profile: what is left out stays. Type and approval are an administrator's to change. */
export const ProfileChange = form({
  email,
  firstName: v.optional(firstName),
  lastName: v.optional(lastName),
  company: v.optional(company),
  phoneNumber: v.optional(phoneNumber),
  address: v.optional(Address),
  userType: v.optional(userType),
  userApproved: v.optional(v.boolean('must be true or false')),
  userRefused: v.optional(v.boolean('must be true or false')),
});
export type ProfileChange = v.InferOutput<typeof ProfileChange>;
