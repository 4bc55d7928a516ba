import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PlainPage } from './PlainPage.tsx';

/** Shown for an unknown address and for a page without access: both look alike. */
export function NotFoundPage() {
  return (
    <PlainPage>
      <PageHeading over="404" title="Page not found" />
      <p>
        This page doesn’t exist, or you don’t have access to it. The link might be outdated or incomplete.
      </p>
      <div className="row">
        <ButtonLink to="/" variant="primary">
          Go to jobs
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
