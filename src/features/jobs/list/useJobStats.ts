import { useQuery } from '@tanstack/react-query';
import { statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { JobStats } from '../../../contract/job.ts';
import type { ApprovedProfile } from '../../../contract/user.ts';

/** The key of the counts that a person sees. */
export function jobStatsKey({ email, userType }: ApprovedProfile) {
  return isStaff(userType) ? statsQuery().queryKey : userStatsQuery(email).queryKey;
}

/** The counts a person sees: staff over all jobs, a client over their own. Undefined until they are known. */
export function useJobStats({ email, userType }: ApprovedProfile): JobStats | undefined {
  const staff = isStaff(userType);
  const all = useQuery({ ...statsQuery(), enabled: staff });
  const own = useQuery({ ...userStatsQuery(email), enabled: !staff });
  return (staff ? all : own).data;
}
