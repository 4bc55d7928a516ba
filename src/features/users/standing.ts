import type { UserType } from '../../contract/enums.ts';
import type { Profile } from '../../contract/user.ts';

/** How far an administrator has let a person in. */
export type Standing = 'approved' | 'refused' | 'pending';

export const standingWords: Readonly<Record<Standing, string>> = {
  approved: 'Approved',
  refused: 'Refused',
  pending: 'Pending',
};

export function standingOf(person: Pick<Profile, 'userApproved' | 'userRefused'>): Standing {
  if (person.userApproved) return 'approved';
  return person.userRefused ? 'refused' : 'pending';
}

type Reader = { email: string; userType: UserType };

/**
 * Administrators decide about others. About themselves they do not: so there always stays one, and nobody locks
 * themselves out by a slip.
 */
export function mayDecide(reader: Reader, person: Pick<Profile, 'email'>): boolean {
  return reader.userType === 'ADMIN' && reader.email !== person.email;
}

/** Everybody edits their own data, an administrator everybody's. */
export function mayEdit(reader: Reader, person: Pick<Profile, 'email'>): boolean {
  return reader.userType === 'ADMIN' || reader.email === person.email;
}

/** An administrator invites anybody, an employee clients. */
export function invitableTypes(
  reader: Pick<Reader, 'userType'>,
): readonly ('CLIENT' | 'EMPLOYEE' | 'ADMIN')[] {
  return reader.userType === 'ADMIN' ? ['CLIENT', 'EMPLOYEE', 'ADMIN'] : ['CLIENT'];
}
