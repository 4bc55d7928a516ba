import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { prefetchMarginPx } from '../../contract/limits.ts';
import { showBadge } from '../../device/notifications.ts';
import { useLeaveWarning } from '../../features/chat/useLeaveWarning.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { SignOutDialog } from '../signOut/SignOutDialog.tsx';
import { LineNews } from './LineNews.tsx';
import { useShortcuts } from './useShortcuts.ts';

const pauseMs = 300;

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Loads the code of the pages that links on screen, or within 200 px of it, lead to (§9), each page once. Their data is
 * read on intent only: a list of jobs would ask for all of them.
 */
function usePrefetchNearby(): void {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return;
    const loaded = new Set<string>();
    const load = (link: HTMLAnchorElement) => {
      if (link.origin !== location.origin) return;
      const [, , route] = router.getMatchedRoutes(link.pathname);
      if (!route || loaded.has(route.id)) return;
      loaded.add(route.id);
      Promise.resolve(router.loadRouteChunk(route)).catch(() => loaded.delete(route.id));
    };
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          near.unobserve(target);
          load(target as HTMLAnchorElement);
        }
      },
      { rootMargin: `${prefetchMarginPx}px` },
    );
    const known = new WeakSet<Element>();
    const look = () => {
      for (const link of document.querySelectorAll('a[href^="/"]')) {
        if (known.has(link)) continue;
        known.add(link);
        near.observe(link);
      }
    };
    let timer = setTimeout(look, pauseMs);
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      near.disconnect();
    };
  }, [router]);
}

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

/** What may lie over any page, signed in or not. */
export function RootParts() {
  return (
    <>
      <SignOutDialog />
      <Toasts />
    </>
  );
}
