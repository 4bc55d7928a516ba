/** `/attachments/{communicationId}?job={jobId}`: the job is a short cut to the message, not a need. */
export type AttachmentsSearch = { job?: string };

export function validateAttachmentsSearch(search: Record<string, unknown>): AttachmentsSearch {
  return typeof search.job === 'string' && search.job !== '' ? { job: search.job } : {};
}
