export type Content = { text: string; files: readonly File[] };

/** Adds to the draft of a chat what another feature shares, with the chat's own code, which is loaded for it. */
export async function toChat(email: string, jobId: string, content: Content): Promise<string> {
  const { addToDraft } = await import('../../features/chat/addToDraft.ts');
  return addToDraft(email, jobId, content);
}
