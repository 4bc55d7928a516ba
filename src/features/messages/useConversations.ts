import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { type ChatBeside, chatBeside } from '../../ui/chatBeside.ts';
import { openChat } from '../../ui/openChat.ts';
import { useIsWide } from '../../ui/useIsWide.ts';
import type { Row } from './heldRows.ts';
import { markConversation } from './marks.ts';

function buttonOf(jobId: string): HTMLElement | null {
  return document.querySelector(`li[data-job="${CSS.escape(jobId)}"] > button`);
}

/** Returns the job of the row that has the focus. */
function focusedJob(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('li[data-job]')?.dataset.job;
}

/**
 * Opens the conversations of a list beside it (on a desk) or over it, one after the other. On a desk the focus stays in the list.
 *
 * @param rows in the order of the page
 * @param chat the job whose chat is open
 */
export function useConversations(rows: readonly Row[], chat: string | undefined, reader: ApprovedProfile) {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const find = (jobId = chat ?? focusedJob()) => rows.findIndex((row) => row.jobId === jobId);

  function open(row: Row): void {
    const button = buttonOf(row.jobId);
    if (isWide && row.jobId === chat) {
      document.querySelector<HTMLElement>('dialog[open] textarea')?.focus();
      return;
    }
    if (isWide) button?.focus();
    openChat(navigate, row.jobId, row.first.communicationId, chat !== undefined);
  }

  /** Leaves a conversation that is done for the next one; after the last one, for the one before it. */
  function leave(jobId: string): void {
    const at = find(jobId);
    const others = rows.map((row) => (row.left ? undefined : row));
    const next = others.slice(at + 1).find(Boolean) ?? others.slice(0, Math.max(at, 0)).findLast(Boolean);
    if (next) {
      open(next);
      return;
    }
    if (isWide) document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    const search = ({ chat: _, from: __, ...kept }: Record<string, unknown>) => kept;
    void navigate({ to: '.', search, replace: true, resetScroll: false } as never);
  }

  function mark(row: Row | undefined = rows[find()]): void {
    if (!row) return;
    markConversation(row, reader);
    if (row.jobId === chat) leave(row.jobId);
  }

  function step(by: 1 | -1): void {
    const at = find();
    // Where nothing is open, the row that has the focus, or the first one.
    const next = chat === undefined || at < 0 ? rows[Math.max(at, 0)] : rows[at + by];
    if (next) open(next);
  }
  return {
    row: rows[find(chat ?? '')],
    current: () => rows[find()],
    hasNext: rows.length > find(chat ?? '') + 1,
    open,
    mark,
    step,
    toRow: () => chat && buttonOf(chat)?.focus(),
    /** Goes on from a conversation that is done, if it is open. */
    leave: (jobId: string) => void (jobId === chat && leave(jobId)),
  };
}

/** Shows the bar of the conversation that is open in its chat, and lets the chat and the keys go on from it. */
export function useChatBeside(bar: ReactNode, actions: Omit<ChatBeside, 'bar'>): void {
  useEffect(() => chatBeside.set({ bar, ...actions }));
  useEffect(() => () => chatBeside.set(null), []);
}
