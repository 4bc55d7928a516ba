import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProfile } from '../../session/useSession.ts';
import { useIsWide } from '../../ui/useIsWide.ts';
import type { ChatSearch } from './chatSearch.ts';

// Loaded when the first chat opens.
const ChatSheet = lazy(() => import('./ChatSheet.tsx').then((module) => ({ default: module.ChatSheet })));

/** The chat of the job that `?chat=` names (§2); nothing while none is open. */
export function ChatPanel() {
  const profile = useProfile();
  const { chat, from } = useSearch({ strict: false }) as ChatSearch;
  const navigate = useNavigate();
  const isInbox = useLocation({ select: ({ pathname }) => pathname === '/messages' });
  const isPane = useIsWide() && isInbox;
  if (!chat) return null;

  function change(search: ChatSearch) {
    void navigate({
      to: '.',
      search: ({ chat: _, from: __, ...others }: ChatSearch) => ({ ...others, ...search }),
      replace: true,
      resetScroll: false,
    });
  }
  return (
    <Suspense fallback={null}>
      <ChatSheet
        key={chat}
        jobId={chat}
        selected={from}
        reader={profile}
        isPane={isPane}
        onShowAll={() => change({ chat })}
        onClose={() => change({})}
      />
    </Suspense>
  );
}
