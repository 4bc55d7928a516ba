import * as v from 'valibot';

/**
 * Opens the chat panel: `?chat={jobId}` on any approved page; `?from={communicationId}` begins the list at that message. In the
 * address, so that back closes the panel and a change of page clears it (§2).
 */
export const ChatSearch = v.object({
  chat: v.fallback(v.exactOptional(v.string()), undefined as never),
  from: v.fallback(v.exactOptional(v.string()), undefined as never),
});
export type ChatSearch = { chat?: string; from?: string };
