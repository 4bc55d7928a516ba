import * as v from 'valibot';
import { isStaff, userTypes, wireValues } from '../enums.ts';
import { WireAddress } from '../jobs/job.ts';

/** A user's profile (§3). */
export const Profile = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** First name and initial of the last name: "Ada L." */
  userName: v.string(),
  company: v.string(),
  /** E.164. */
  phoneNumber: v.string(),
  address: WireAddress,
  userType: v.picklist(wireValues(userTypes)),
  userApproved: v.boolean(),
  /** Ours: an admin has refused the user; an approval resets it. */
  userRefused: v.boolean(),
  /** Ours: seconds. */
  createdTimestamp: v.number(),
});
export type Profile = v.InferOutput<typeof Profile>;

/** The profile of a user who may use the product. */
export type ApprovedProfile = Profile & { userApproved: true };

export function isApproved(profile: Profile): profile is ApprovedProfile {
  return profile.userApproved && profile.userType !== 'UNSPECIFIED';
}

/** An approved profile of staff. */
export type StaffProfile = ApprovedProfile & { userType: 'ADMIN' | 'EMPLOYEE' };

export function isStaffProfile(profile: ApprovedProfile): profile is StaffProfile {
  return isStaff(profile.userType);
}

/** Returns the first name and the initial of the last name, "Ada L." (§3). */
export function userNameOf(person: { firstName: string; lastName: string }): string {
  const initial = [...person.lastName.trim()][0];
  return initial ? `${person.firstName.trim()} ${initial.toUpperCase()}.` : person.firstName.trim();
}

/** The outcome of one invitation. */
export const InvitationResult = v.object({
  email: v.string(),
  outcome: v.picklist(['INVITED', 'REFUSED']),
  /** Why it was refused, as a sentence; empty when invited. */
  errorMessage: v.string(),
});
export type InvitationResult = v.InferOutput<typeof InvitationResult>;

/** Ours: an invitation, with which the forms of sign-up and profile are filled in. */
export const Invitation = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  userType: v.picklist(wireValues(userTypes)),
});
export type Invitation = v.InferOutput<typeof Invitation>;

/** Ours: why an invitation can no longer be accepted. It says nothing of the user who was invited. */
export const EndedInvitation = v.object({ ended: v.picklist(['EXPIRED', 'USED', 'WITHDRAWN']) });
export type EndedInvitation = v.InferOutput<typeof EndedInvitation>;

/** A user to whom jobs can be assigned. */
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

/** Ours: the number of users in each listing who match the search. */
export const UserCounts = v.object({
  all: v.number(),
  pending: v.number(),
  clients: v.number(),
  employees: v.number(),
  admins: v.number(),
} satisfies Record<UserListingCategory, unknown>);
export type UserCounts = v.InferOutput<typeof UserCounts>;
