import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PlainPage } from './PlainPage.tsx';

/** For an unknown address, and for what the reader may not see: both look alike. */
export function NotFoundPage() {
  return (
    <PlainPage>
      <PageHeading over="404" title="There is nothing here" />
      <p>This page does not exist, or it is not yours to see. The link may be old or not complete.</p>
      <div className="row">
        <ButtonLink to="/" variant="primary">
          Go to the jobs
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
