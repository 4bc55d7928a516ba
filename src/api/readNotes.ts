import type { ResponseOf } from '../contract/calls.ts';
import { ApiError } from './ApiError.ts';
import { call } from './client.ts';
import type { ReadOptions } from './createClient.ts';

/** The staff notes of a job, newest first. `startAfter` is null, or the cursor of earlier notes that could not be read. */
export type StaffNotes = ResponseOf<'staffNotes'>;

/**
 * Reads the staff notes of a job, page by page (staff).
 *
 * @throws ApiError when the newest notes cannot be read
 */
export async function readNotes(jobId: string, how: ReadOptions): Promise<StaffNotes> {
  const params = { jobId };
  let notes = await call('staffNotes', { params, ...how });
  while (notes.startAfter !== null) {
    try {
      const { items, startAfter } = await call('staffNotes', {
        params,
        search: { startAfter: notes.startAfter },
        ...how,
      });
      notes = { items: [...notes.items, ...items], startAfter };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      break;
    }
  }
  return notes;
}
