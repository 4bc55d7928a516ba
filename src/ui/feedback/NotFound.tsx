import { ButtonLink } from '../Button.tsx';
import { PageHeading } from '../PageHeading.tsx';

/** In place of something that does not exist or that the reader may not see: both look alike. */
export function NotFound() {
  return (
    <div className="page" data-narrow="">
      <PageHeading over="404" title="There is nothing here" />
      <p>This does not exist, or it is not yours to see. The link may be old or not complete.</p>
      <p>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }} variant="primary">
          Go to the jobs
        </ButtonLink>
      </p>
    </div>
  );
}
