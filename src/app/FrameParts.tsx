import { useLeaveWarning } from '../features/chat/useLeaveWarning.ts';
import { ShortcutSheet } from '../ui/ShortcutSheet.tsx';
import { LineNews } from './LineNews.tsx';
import { OutboxDoor } from './OutboxDoor.tsx';
import { useBadge } from './useBadge.ts';
import { usePrefetchNearby } from './usePrefetchNearby.ts';
import { useShortcuts } from './useShortcuts.ts';

type Props = { staff: boolean; newMessages: number | undefined };

/** What the frame of an approved user does and shows besides the page. */
export function FrameParts({ staff, newMessages }: Props) {
  const { listed, close } = useShortcuts(staff);
  usePrefetchNearby();
  useBadge(newMessages);
  useLeaveWarning();
  return (
    <>
      <ShortcutSheet open={listed} onClose={close} />
      <OutboxDoor />
      <LineNews />
    </>
  );
}
