import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Whether leaving the page now may lose something. */
  isAtRisk: () => boolean;
  /** The same for closing or reloading the window, when the browser asks in its own words. */
  isAtRiskOnUnload?: () => boolean;
  /** What may be lost. */
  children: ReactNode;
};

/** Asks before the user leaves the page while something may be lost. */
export function LeaveQuestion({ isAtRisk, isAtRiskOnUnload = isAtRisk, children }: Props) {
  const { status, proceed, reset } = useBlocker({
    // Opening the chat changes the address, not the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAtRisk(),
    enableBeforeUnload: isAtRiskOnUnload,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave this page?"
      confirm="Leave"
      onConfirm={() => proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
