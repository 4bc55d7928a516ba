import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EvContact } from '../../ui/EvContact.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useIsReachable } from '../shell/useConnectivity.ts';
import { isMissingChunk, mayReload, reloadForChunk } from '../start/missingChunk.ts';
import { reloadWhenIdle } from '../start/untilIdle.ts';
import { adviceOn } from './adviceOn.ts';
import { PlainPage } from './PlainPage.tsx';
import { Splash } from './Splash.tsx';

/** Replaces a page that could not be loaded or rendered. Saved drafts are unaffected. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const reachable = useIsReachable();
  const [busy, setBusy] = useState(false);
  const { title, advice, contact, reload } = adviceOn(error, reachable);
  // A newer version is on the server: a reload gets the page with it, so no error is shown.
  const [reloads, setReloads] = useState(() => isMissingChunk(error) && reachable && mayReload());
  useEffect(() => {
    if (reloads) void reloadForChunk().then(setReloads);
  }, [reloads]);

  async function retry() {
    // Browsers request a chunk that failed to load again only on a fresh page.
    if (reload) return reloadWhenIdle();
    setBusy(true);
    await router.invalidate();
    reset();
    setBusy(false);
  }
  if (reloads) return <Splash />;
  return (
    <PlainPage>
      <PageHeading title={title} />
      <p role="alert">
        {advice}
        {contact && (
          <>
            {' '}
            If it keeps happening, contact <EvContact />.
          </>
        )}
      </p>
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          {reload ? 'Reload page' : 'Try again'}
        </Button>
        <ButtonLink to="/">Go to jobs</ButtonLink>
      </div>
      {error instanceof Error && error.message && (
        <details>
          <summary>Error details</summary>
          <p className="plain-text small">
            <code>{error.message}</code>
          </p>
        </details>
      )}
    </PlainPage>
  );
}
