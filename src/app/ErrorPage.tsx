import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PlainPage } from './PlainPage.tsx';

/** In place of a page that could not be loaded or drawn. What was typed and saved as a draft is kept. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function retry() {
    setBusy(true);
    await router.invalidate();
    reset();
    setBusy(false);
  }
  return (
    <PlainPage>
      <PageHeading title="This page could not be shown" />
      <p role="alert">{(error instanceof Error && error.message) || 'Something went wrong.'}</p>
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          Try again
        </Button>
        <ButtonLink to="/">Go to the jobs</ButtonLink>
      </div>
    </PlainPage>
  );
}
