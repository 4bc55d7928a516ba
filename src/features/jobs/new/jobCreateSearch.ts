/** `/jobs/create`: with the id of a job to revise, with that of a job to copy, or with the `seq` of a queued new job. */
export type JobCreateSearch = { revisionOf?: string; templateOf?: string; waiting?: number };

export function validateJobCreateSearch(search: Record<string, unknown>): JobCreateSearch {
  const { revisionOf, templateOf, waiting } = search;
  if (typeof waiting === 'number' && Number.isInteger(waiting)) return { waiting };
  if (typeof revisionOf === 'string' && revisionOf !== '') return { revisionOf };
  return typeof templateOf === 'string' && templateOf !== '' ? { templateOf } : {};
}
