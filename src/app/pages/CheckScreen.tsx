import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CheckPage } from '../../features/check/CheckPage.tsx';
import { useSession } from '../../session/useSession.ts';
import { Brand } from '../../ui/Brand.tsx';
import { FileSeals } from './FileSeals.tsx';
import { TellOldSheet } from './TellOldSheet.tsx';

const Shell = lazy(() => import('../shell/Shell.tsx').then((module) => ({ default: module.Shell })));

/** `/check/{token}` at every stage of the session, inside the frame for active users. */
export function CheckScreen() {
  const { token } = useParams({ strict: false });
  const navigate = useNavigate();
  const session = useSession();
  const isUser = session.stage === 'active';
  // The router decodes `hash`, and what was signed is the address as it is; `location` has the former one until later.
  const address = useLocation({ select: ({ publicHref }) => location.origin + publicHref });
  const page = (
    <CheckPage
      token={token}
      address={address}
      isUser={isUser}
      onRead={(read) => void navigate({ href: read.slice(location.origin.length) })}
      actions={(ended) =>
        session.stage === 'active' && <TellOldSheet ended={ended} reader={session.profile} />
      }
      ofFile={(file) => <FileSeals file={file} isUser={isUser} />}
    />
  );
  if (!isUser)
    return (
      <main className="page" data-narrow="">
        <p translate="no">
          <strong>
            <Brand />
          </strong>
        </p>
        {page}
      </main>
    );
  return (
    <Suspense fallback={null}>
      <Shell>
        <div className="page" data-narrow="">
          {page}
        </div>
      </Shell>
    </Suspense>
  );
}
