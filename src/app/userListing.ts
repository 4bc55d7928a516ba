import { type UserListingCategory, userListingCategories } from '../contract/user.ts';

export function isUserListingCategory(name: string): name is UserListingCategory {
  return Object.hasOwn(userListingCategories, name);
}
