/** `/jobs/create?revisionOf={jobId}`: a new job that revises another; `templateOf` begins one like another. */
export type JobCreateSearch = { revisionOf?: string; templateOf?: string };

export function validateJobCreateSearch(search: Record<string, unknown>): JobCreateSearch {
  const { revisionOf, templateOf } = search;
  if (typeof revisionOf === 'string' && revisionOf !== '') return { revisionOf };
  return typeof templateOf === 'string' && templateOf !== '' ? { templateOf } : {};
}
