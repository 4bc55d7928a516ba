import { linkOptions } from '@tanstack/react-router';
import type { UserType } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/jobs/job.ts';
import { type JobListSearch, mine } from '../filters/jobListSearch.ts';

function listLink(category: JobListingCategory, search: JobListSearch) {
  return linkOptions({ to: '/jobs/listing/$category', params: { category }, search });
}

/** The list that this page showed last, and to whom. */
let last: { email: string; link: ReturnType<typeof listLink> } | undefined;

/** Keeps which list is shown, so that *Jobs* leads back to it. */
export function rememberList(email: string, category: JobListingCategory, search: JobListSearch): void {
  last = { email, link: listLink(category, search) };
}

/** Returns where *Jobs* leads: back to the list that was left, and from a list to the first view, the reader's own jobs for employees. */
export function jobsLink({ email, userType }: { email: string; userType: UserType }, isOnList: boolean) {
  if (!isOnList && last?.email === email) return last.link;
  return listLink('all', userType === 'EMPLOYEE' ? mine : {});
}
