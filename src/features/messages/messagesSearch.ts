/** `/messages?list=waiting`: without `list`, what needs the user's answer. `chat` names the conversation that is open. */
export type MessagesSearch = { list?: 'waiting'; chat?: string };

export function validateMessagesSearch({ list }: Record<string, unknown>): Pick<MessagesSearch, 'list'> {
  return list === 'waiting' ? { list } : {};
}
