import * as v from 'valibot';
import { isStaff, userTypes, valuesOf } from './enums.ts';

/** A user's profile (§3), as answers carry it. */
export const Profile = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** First name plus last initial and a dot: "Ada L." */
  userName: v.string(),
  company: v.string(),
  /** E.164. */
  phoneNumber: v.string(),
  address: v.object({
    streetName: v.string(),
    city: v.string(),
    state: v.string(),
    zipcode: v.string(),
  }),
  userType: v.picklist(valuesOf(userTypes)),
  userApproved: v.boolean(),
  /** Ours: an administrator said no; cleared by approving. */
  userRefused: v.optional(v.boolean(), false),
  /** Ours, seconds: when the profile was made. */
  createdTimestamp: v.optional(v.number(), 0),
});
export type Profile = v.InferOutput<typeof Profile>;

/** A profile whose owner may use the product. The guard narrows to it. */
export type ApprovedProfile = Profile & { userApproved: true };

export function isApproved(profile: Profile): profile is ApprovedProfile {
  return profile.userApproved && profile.userType !== 'UNSPECIFIED';
}

/** An approved profile of staff. */
export type StaffProfile = ApprovedProfile & { userType: 'ADMIN' | 'EMPLOYEE' };

export function isStaffProfile(profile: ApprovedProfile): profile is StaffProfile {
  return isStaff(profile.userType);
}

/** First name plus last initial and a dot (§3). */
export function userNameOf(person: { firstName: string; lastName: string }): string {
  const initial = [...person.lastName.trim()][0];
  return initial ? `${person.firstName.trim()} ${initial.toUpperCase()}.` : person.firstName.trim();
}

/** What became of one invitation. */
export const InvitationResult = v.object({
  email: v.string(),
  outcome: v.picklist(['INVITED', 'REFUSED']),
  /** Why not, in words; empty when invited. */
  errorMessage: v.optional(v.string(), ''),
});
export type InvitationResult = v.InferOutput<typeof InvitationResult>;

/** Ours: what an invitation says of the person invited, so that their sign-up and profile come filled in. */
export const Invitation = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  userType: v.picklist(valuesOf(userTypes)),
});
export type Invitation = v.InferOutput<typeof Invitation>;

/** A person a job can be assigned to. */
export const Employee = v.object({ email: v.string(), userName: v.string() });
export type Employee = v.InferOutput<typeof Employee>;

export const userListingCategories = {
  all: 'All',
  pending: 'Pending',
  clients: 'Clients',
  employees: 'Employees',
  admins: 'Admins',
} as const;
export type UserListingCategory = keyof typeof userListingCategories;

/** Ours: how many people each listing has that fit the search. */
export const UserCounts = v.object({
  all: v.number(),
  pending: v.number(),
  clients: v.number(),
  employees: v.number(),
  admins: v.number(),
} satisfies Record<UserListingCategory, unknown>);
export type UserCounts = v.InferOutput<typeof UserCounts>;
