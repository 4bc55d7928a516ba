import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryClient } from '../api/queries.ts';
import { forgetPerson } from '../session/forgetPerson.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import type { SettledSession } from './admit.ts';
import { router } from './routes.tsx';
import { Splash } from './Splash.tsx';

/** While authentication loads nothing is decided, so there are no routes yet. */
export function App() {
  const session = useSession();
  if (session.stage === 'loading') return <Splash />;
  return (
    <QueryClientProvider client={queryClient}>
      <GuardedRoutes session={session} />
    </QueryClientProvider>
  );
}

/** Signed out on purpose: the next person starts afresh. Signed out by an error: the page is asked for again later. */
function leftOnPurpose(before: Session, now: Session): boolean {
  return before.stage === 'active' && now.stage === 'signed-out' && now.error === undefined;
}

/** A page may keep what was typed in it once more as it goes; nothing of that stays either. */
async function leaveEveryPage(): Promise<void> {
  await router.navigate({ to: '/auth/signin', replace: true, search: {} });
  await forgetPerson();
}

function GuardedRoutes({ session }: { session: SettledSession }) {
  const before = useRef<Session>(session);
  useEffect(() => {
    if (before.current === session) return;
    const fresh = leftOnPurpose(before.current, session);
    before.current = session;
    if (fresh) void leaveEveryPage();
    else void router.invalidate();
  }, [session]);
  return <RouterProvider router={router} context={{ session }} />;
}
