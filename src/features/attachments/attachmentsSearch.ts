/** `/attachments/{communicationId}?job={jobId}`: the optional job makes the message faster to find. */
export type AttachmentsSearch = { job?: string };

export function validateAttachmentsSearch(search: Record<string, unknown>): AttachmentsSearch {
  return typeof search.job === 'string' && search.job !== '' ? { job: search.job } : {};
}
