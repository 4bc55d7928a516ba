import { useEffect } from 'react';
import { showBadge } from '../../device/notifications.ts';
import { useLeaveWarning } from '../../features/chat/useLeaveWarning.ts';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { SignOutDialog } from '../signOut/SignOutDialog.tsx';
import { LineNews } from './LineNews.tsx';
import { OutboxDoor } from './OutboxDoor.tsx';
import { usePrefetchNearby } from './usePrefetchNearby.ts';
import { useShortcuts } from './useShortcuts.ts';

type Props = { staff: boolean; newMessages: number | undefined };

/** What the frame of an approved user does and shows besides the page. */
export function FrameParts({ staff, newMessages }: Props) {
  const { listed, close } = useShortcuts(staff);
  usePrefetchNearby();
  useEffect(() => {
    if (newMessages !== undefined) void showBadge(newMessages);
  }, [newMessages]);
  useLeaveWarning();
  return (
    <>
      <ShortcutSheet open={listed} onClose={close} />
      <OutboxDoor />
      <LineNews />
    </>
  );
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
