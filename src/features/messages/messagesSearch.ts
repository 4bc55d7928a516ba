/** `/messages?show=new&mine=true`: without `show`, all messages; `mine` for those addressed to the reader. */
export type MessagesSearch = { show?: 'new'; mine?: true };

export function validateMessagesSearch(search: Record<string, unknown>): MessagesSearch {
  return {
    ...(search.show === 'new' && { show: 'new' }),
    ...(String(search.mine) === 'true' && { mine: true }),
  };
}
