/**
 * `/jobs/create?revisionOf={jobId}`: a new job that revises another; `templateOf` begins one like another; `waiting` opens one
 * that waits to be sent, by its place in the line.
 */
export type JobCreateSearch = { revisionOf?: string; templateOf?: string; waiting?: number };

export function validateJobCreateSearch(search: Record<string, unknown>): JobCreateSearch {
  const { revisionOf, templateOf, waiting } = search;
  if (typeof waiting === 'number' && Number.isInteger(waiting)) return { waiting };
  if (typeof revisionOf === 'string' && revisionOf !== '') return { revisionOf };
  return typeof templateOf === 'string' && templateOf !== '' ? { templateOf } : {};
}
