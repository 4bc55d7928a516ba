/** `/jobs/create?revisionOf={jobId}`: a new job that revises another. */
export type JobCreateSearch = { revisionOf?: string };

export function validateJobCreateSearch(search: Record<string, unknown>): JobCreateSearch {
  const { revisionOf } = search;
  return typeof revisionOf === 'string' && revisionOf !== '' ? { revisionOf } : {};
}
