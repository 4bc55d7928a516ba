import * as v from 'valibot';
import { Address } from '../address/address.ts';
import { company, email, firstName, form, lastName, requiredLine, userType } from '../fields.ts';
import { phoneNumber } from './phone.ts';

/** The form of a profile; its field for the company is `companyName` (§3). */
export const ProfileForm = form({
  firstName,
  lastName,
  companyName: company,
  phoneNumber,
  address: Address,
});
export type ProfileForm = v.InferOutput<typeof ProfileForm>;

const registration = {
  userName: requiredLine(),
  firstName,
  lastName,
  company,
  email,
  phoneNumber,
  userType: v.literal('CLIENT', 'Role must be client'),
  address: Address,
};

/** POST /register (§3). The email must be that of the token; the type is always CLIENT. */
export const Registration = form(registration);
export type Registration = v.InferOutput<typeof Registration>;

/** Ours: the registration of a new account whose address need not be verified yet, and the token of the invitation that led to it. */
export const SignUp = form({
  ...registration,
  invitation: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
});

/** The changes of one profile; fields that are left out stay. Only admins change type and approval (§6). */
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
