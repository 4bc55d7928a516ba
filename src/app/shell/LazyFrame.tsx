import '../../styles/forcedColors.css';
import { type ComponentProps, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { keepBadge } from '../../device/shownNotifications.ts';
import { useCanStore } from '../../features/chat/useOutbox.ts';
import { hasUnsaved } from '../../outbox/drafts/openDrafts.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { getViewing, onViewingChange } from '../../ui/files/viewer.ts';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { SignOutDialog } from '../signOut/SignOutDialog.tsx';
import { ConnectionAnnouncer } from './ConnectionAnnouncer.tsx';
import { PhotoQuestion } from './PhotoQuestion.tsx';
import { useHidingHead } from './useHidingHead.ts';
import { usePrefetchNearby } from './usePrefetchNearby.ts';
import { useScrollOnBack } from './useScrollOnBack.ts';
import { useShortcuts } from './useShortcuts.ts';

// Loaded when first opened.
const OutboxSheet = lazy(() =>
  import('../../features/outbox/OutboxSheet.tsx').then((module) => ({ default: module.OutboxSheet })),
);

const CommandMenu = lazy(() =>
  import('./CommandMenu.tsx').then((module) => ({ default: module.CommandMenu })),
);

const FileViewer = lazy(() =>
  import('../../features/attachments/FileViewer.tsx').then((module) => ({ default: module.FileViewer })),
);

// Only home screen apps of iPhones and iPads say so, and apps in the Dock of a Mac, which downloads as everywhere and has no touch screen.
if ('standalone' in navigator && navigator.standalone === true && navigator.maxTouchPoints > 0)
  import('../start/handFiles.ts').then(({ handFiles }) => handFiles()).catch(() => undefined);

type OutboxProps = ComponentProps<typeof OutboxSheet>;

/** Renders the outbox sheet, which opens over any page. */
function OutboxLayer(outbox: OutboxProps) {
  const [wanted, setWanted] = useState(false);
  if (outbox.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OutboxSheet {...outbox} />
    </Suspense>
  );
}

/** Renders the viewer of files, which opens over any page. */
function ViewerLayer() {
  const viewing = useSyncExternalStore(onViewingChange, getViewing);
  if (!viewing) return null;
  return (
    <Suspense fallback={null}>
      <FileViewer viewing={viewing} />
    </Suspense>
  );
}

type Props = { staff: boolean; newMessages: number | undefined; outbox: OutboxProps };

/** The parts of an approved user's frame that are loaded after the first screen. */
export function LazyFrame({ staff, newMessages, outbox }: Props) {
  const { listed, close, commands, closeCommands } = useShortcuts(staff);
  usePrefetchNearby();
  useHidingHead();
  useScrollOnBack();
  useEffect(() => (newMessages === undefined ? undefined : keepBadge(newMessages)), [newMessages]);
  useLeaveWarning();
  return (
    <>
      <ShortcutSheet open={listed} staff={staff} onClose={close} />
      <Suspense>{commands && <CommandMenu actions={commands} onClose={closeCommands} />}</Suspense>
      <OutboxLayer {...outbox} />
      <ViewerLayer />
      <PhotoQuestion />
      <ConnectionAnnouncer />
    </>
  );
}

/** Warns before a page with unsent text is closed in a browser that stores nothing. */
function useLeaveWarning(): void {
  const canStore = useCanStore();
  useEffect(() => {
    if (canStore) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [canStore]);
}

/** Toasts and dialogs that may lie over any page, signed in or not. */
export function LazyRoot() {
  return (
    <>
      <SignOutDialog />
      <Toasts />
    </>
  );
}
