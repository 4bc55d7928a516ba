import * as v from 'valibot';

/**
 * What opens the chat panel: `?chat={jobId}` on any approved page, and `?from={communicationId}` to keep the list from
 * that message on. It lives in the address, so back closes the panel, and a change of page, which starts a new search,
 * clears it (§2).
 */
export const ChatSearch = v.object({
  chat: v.fallback(v.exactOptional(v.string()), undefined as never),
  from: v.fallback(v.exactOptional(v.string()), undefined as never),
});
export type ChatSearch = { chat?: string; from?: string };
