import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useIsReachable } from '../shell/useReach.ts';
import { isMissingChunk, mayReload, reloadForChunk } from '../start/missingChunk.ts';
import { adviceOn } from './adviceOn.ts';
import { PlainPage } from './PlainPage.tsx';
import { Splash } from './Splash.tsx';

/** In place of a page that could not be loaded or drawn. What was typed and saved as a draft is kept. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const reachable = useIsReachable();
  const [busy, setBusy] = useState(false);
  const { title, advice, reload } = adviceOn(error, reachable);
  // A newer version is on the server: the page that was asked for comes with it, and nobody needs to know.
  const [reloads, setReloads] = useState(() => isMissingChunk(error) && reachable && mayReload());
  useEffect(() => {
    if (reloads) void reloadForChunk().then(setReloads);
  }, [reloads]);

  async function retry() {
    // A part of the app that failed to load is asked for again only by a fresh page.
    if (reload) return location.reload();
    setBusy(true);
    await router.invalidate();
    reset();
    setBusy(false);
  }
  if (reloads) return <Splash />;
  return (
    <PlainPage>
      <PageHeading title={title} />
      <p role="alert">{advice}</p>
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          {reload ? 'Load the page again' : 'Try again'}
        </Button>
        <ButtonLink to="/">Go to the jobs</ButtonLink>
      </div>
      {error instanceof Error && error.message && (
        <details>
          <summary>For whoever looks into this</summary>
          <p className="plain-text small">
            <code>{error.message}</code>
          </p>
        </details>
      )}
    </PlainPage>
  );
}
