import type { UserType } from '../../contract/enums.ts';
import type { Profile } from '../../contract/users/user.ts';

export type ApprovalState = 'approved' | 'refused' | 'pending';

export const approvalLabels: Readonly<Record<ApprovalState, string>> = {
  approved: 'Approved',
  refused: 'Declined',
  pending: 'Pending',
};

export function approvalStateOf(user: Pick<Profile, 'userApproved' | 'userRefused'>): ApprovalState {
  if (user.userApproved) return 'approved';
  return user.userRefused ? 'refused' : 'pending';
}

export function fullNameOf({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

type Reader = Pick<Profile, 'email' | 'userType'>;

/**
 * Tells whether the reader approves this user and changes their role. Admins decide about others only, so that one always remains and
 * none locks themselves out by mistake.
 */
export function mayDecide(reader: Reader, user: Pick<Profile, 'email'>): boolean {
  return reader.userType === 'ADMIN' && reader.email !== user.email;
}

/** Tells whether the reader edits this profile: their own, or any as an admin. */
export function mayEdit(reader: Reader, user: Pick<Profile, 'email'>): boolean {
  return reader.userType === 'ADMIN' || reader.email === user.email;
}

export type AssignableType = Exclude<UserType, 'UNSPECIFIED'>;

/** Returns the roles that the reader may invite: admins any, employees clients only. */
export function invitableTypes(reader: Pick<Reader, 'userType'>): readonly AssignableType[] {
  return reader.userType === 'ADMIN' ? ['CLIENT', 'EMPLOYEE', 'ADMIN'] : ['CLIENT'];
}
