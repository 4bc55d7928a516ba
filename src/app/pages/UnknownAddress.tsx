import { lazy, Suspense, use } from 'react';
import { useSession } from '../../session/useSession.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { InFrame } from './PlainPage.tsx';

const Shell = lazy(() => import('../shell/Shell.tsx').then((module) => ({ default: module.Shell })));

/** Shown for an address without a page, inside the frame for active users. */
export function UnknownAddress() {
  const session = useSession();
  const inFrame = use(InFrame);
  if (inFrame || session.stage !== 'active') return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <Shell>
        <NotFoundPage />
      </Shell>
    </Suspense>
  );
}
