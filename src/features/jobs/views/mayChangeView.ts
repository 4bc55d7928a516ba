import type { Profile } from '../../../contract/users/user.ts';
import type { ShownView } from './shownViews.ts';

/** Whether a user may rename, replace and delete a view: their own, and for admins those that are shared. */
export function mayChangeView(
  { email, userType }: Pick<Profile, 'email' | 'userType'>,
  { owner }: Pick<ShownView, 'owner'>,
): boolean {
  return owner === email || userType === 'ADMIN';
}
