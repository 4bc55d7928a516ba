import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { showBadge } from '../../device/notifications.ts';
import { hasUnsaved } from '../../features/chat/drafts.ts';
import { useCanStore } from '../../features/chat/useOutbox.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { SignOutDialog } from '../signOut/SignOutDialog.tsx';
import { LineNews } from './LineNews.tsx';
import { usePrefetchNearby } from './usePrefetchNearby.ts';
import { useShortcuts } from './useShortcuts.ts';

// Seldom opened: loaded with the first time.
const OutboxSheet = lazy(() =>
  import('../../features/outbox/OutboxSheet.tsx').then((module) => ({ default: module.OutboxSheet })),
);

type OutboxProps = ComponentProps<typeof OutboxSheet>;

/** Where the outbox opens, over whatever page there is. */
function OutboxDoor(outbox: OutboxProps) {
  const [wanted, setWanted] = useState(false);
  if (outbox.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OutboxSheet {...outbox} />
    </Suspense>
  );
}

type Props = { staff: boolean; newMessages: number | undefined; outbox: OutboxProps };

/** What the frame of an approved user does and shows besides the page. */
export function FrameParts({ staff, newMessages, outbox }: Props) {
  const { listed, close } = useShortcuts(staff);
  usePrefetchNearby();
  useEffect(() => {
    if (newMessages !== undefined) void showBadge(newMessages);
  }, [newMessages]);
  useLeaveWarning();
  return (
    <>
      <ShortcutSheet open={listed} onClose={close} />
      <OutboxDoor {...outbox} />
      <LineNews />
    </>
  );
}

/** Asks before the app is closed on unsent text, in a browser that stores nothing. */
function useLeaveWarning(): void {
  const canKeep = useCanStore();
  useEffect(() => {
    if (canKeep) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [canKeep]);
}

/** What may lie over any page, signed in or not. */
export function RootParts() {
  return (
    <>
      <SignOutDialog />
      <Toasts />
    </>
  );
}
