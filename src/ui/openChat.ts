import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { afterPaint } from './afterPaint.ts';

/**
 * Opens a job's chat over the current page. The chat is in the address, so that back closes it and another page clears it (§2).
 *
 * @param from the `communicationId` of the message that the list begins at; all of it when absent
 * @param replaces it takes the place of the chat that is open, so that back leads to where that was opened
 */
export function openChat(
  navigate: UseNavigateResult<string>,
  chat: string,
  from?: string,
  replaces = false,
): void {
  afterPaint(() => {
    void navigate({
      to: '.',
      search: ({ from: _, ...others }: Record<string, unknown>) => ({
        ...others,
        chat,
        ...(from ? { from } : {}),
      }),
      resetScroll: false,
      replace: replaces,
    } as never);
  });
}

/** Returns `openChat` for a component. */
export function useOpenChat(): (chat: string, from?: string) => void {
  const navigate = useNavigate();
  return (chat, from) => openChat(navigate, chat, from);
}
