import { use } from 'react';
import { useSession } from '../session/useSession.ts';
import { InFrame } from './inFrame.ts';
import { Shell } from './pages.ts';
import { NotFoundPage } from './troublePages.tsx';

/** An address that is no page's: said inside the frame to whoever has one. */
export function UnknownAddress() {
  const session = useSession();
  const inFrame = use(InFrame);
  if (inFrame || session.stage !== 'active') return <NotFoundPage />;
  return (
    <Shell>
      <NotFoundPage />
    </Shell>
  );
}
