import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { checklistsQuery } from '../../../api/checklistsQuery.ts';
import { openStatuses } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { isMissing, slotGroupsOf } from './slots.ts';

/** The photos of a job: what is asked for, what of it is missing, and whether there is anything to show. Null until the job is read. */
export function usePhotoSlots(job: JobDetails | null) {
  const { data: shots, isLoading } = useQuery(checklistsQuery());
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const groups = useMemo(() => (job ? slotGroupsOf(job, shots ?? [], records) : []), [job, shots, records]);
  const listed = groups.flatMap(({ service, slots }) => (service ? slots : []));
  const isOpen = job !== null && openStatuses.includes(job.status);
  const slots = groups.flatMap((group) => group.slots);
  const hasPhotos = slots.some(({ photos, waiting }) => photos.length + waiting.length > 0);
  // Nobody takes photos for a closed job.
  const isShown = groups.length > 0 && (isOpen || hasPhotos);
  return { groups, listed, missing: listed.filter(isMissing), isOpen, isShown, isLoading };
}
