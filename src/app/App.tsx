import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { PushContext, SignOutContext } from '../appContexts.ts';
import { LiveContext } from '../live/useIntervalMs.ts';
import { useSession } from '../session/useSession.ts';
import type { SettledSession } from './guard.ts';
import { Splash } from './pages/Splash.tsx';
import type { AppRouter } from './routes.tsx';
import { type LazyModules, LazyModulesContext, useLazyModules } from './start/lazyModules.ts';

type Props = { router: AppRouter; later: LazyModules };

export function App({ router, later }: Props) {
  // After the effects of the first page, which takes over from it.
  useLayoutEffect(() => document.getElementById('early')?.remove(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <LazyModulesContext value={later}>
        <SignOutContext value={async () => (await later.load()).requestSignOut()}>
          <Decided router={router} />
        </SignOutContext>
      </LazyModulesContext>
    </QueryClientProvider>
  );
}

/** Renders the routes once the session is decided; none while authentication loads, or a user leaves. */
function Decided({ router }: { router: AppRouter }) {
  const session = useSession();
  const later = useLazyModules();
  if (session.stage === 'loading') return <Splash />;
  return (
    <LiveContext value={later?.live ?? null}>
      <PushContext value={later?.push ?? null}>
        <GuardedRoutes router={router} session={session} />
      </PushContext>
    </LiveContext>
  );
}

/** Renders the routes, which are matched again for every new session. */
function GuardedRoutes({ router, session }: { router: AppRouter; session: SettledSession }) {
  useEffect(() => {
    if (router.options.context.session === session) return;
    router.update({ ...router.options, context: { session } });
    void router.invalidate();
  }, [router, session]);
  return <RouterProvider router={router} />;
}
