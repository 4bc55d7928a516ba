/** `/jobs/create`: with the id of a job to revise, or with that of a job to copy. */
export type JobCreateSearch = { revisionOf?: string; templateOf?: string };

export function validateJobCreateSearch(search: Record<string, unknown>): JobCreateSearch {
  const { revisionOf, templateOf } = search;
  if (typeof revisionOf === 'string' && revisionOf !== '') return { revisionOf };
  return typeof templateOf === 'string' && templateOf !== '' ? { templateOf } : {};
}
