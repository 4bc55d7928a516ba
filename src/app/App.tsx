import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryClient } from '../api/queries.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import type { SettledSession } from './admit.ts';
import { router } from './routes.tsx';
import { Splash } from './Splash.tsx';

/** While authentication loads, or a person leaves, nothing is decided, so there are no routes. */
export function App() {
  const session = useSession();
  if (session.stage === 'loading') return <Splash />;
  return (
    <QueryClientProvider client={queryClient}>
      <GuardedRoutes session={session} />
    </QueryClientProvider>
  );
}

function GuardedRoutes({ session }: { session: SettledSession }) {
  const before = useRef<Session>(session);
  useEffect(() => {
    if (before.current === session) return;
    before.current = session;
    void router.invalidate();
  }, [session]);
  return <RouterProvider router={router} context={{ session }} />;
}
