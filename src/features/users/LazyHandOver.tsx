import { lazy, Suspense } from 'react';
import type { Profile } from '../../contract/users/user.ts';

const HandOver = lazy(() => import('./HandOver.tsx').then((module) => ({ default: module.HandOver })));

/** `HandOver`, whose code is loaded when it is first shown. */
export function LazyHandOver({ user }: { user: Profile }) {
  return (
    <Suspense fallback={null}>
      <HandOver user={user} />
    </Suspense>
  );
}
