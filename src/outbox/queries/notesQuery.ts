import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../api/queries.ts';
import { readNotes } from '../../api/readNotes.ts';
import { readOptions } from '../../api/requestDates.ts';
import { afterRefresh } from './conversationQuery.ts';

/** Reads the staff notes of a job, newest first (staff). */
export function notesQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.staffNotes(jobId),
    queryFn: (query) => afterRefresh(readNotes(jobId, readOptions(query))),
  });
}
