import { userNameOf } from '../../src/contract/users/user.ts';

/** Returns the user name of a user that is joined to a row; `otherwise` where there is none. */
export function userNameOr(otherwise: string, firstName: string | null, lastName: string | null): string {
  return firstName === null ? otherwise : userNameOf({ firstName, lastName: lastName ?? '' });
}
