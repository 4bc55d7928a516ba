/** `/messages?show=all`: without it, new messages only. */
export type MessagesSearch = { show?: 'all' };

export function validateMessagesSearch(search: Record<string, unknown>): MessagesSearch {
  return search.show === 'all' ? { show: 'all' } : {};
}
