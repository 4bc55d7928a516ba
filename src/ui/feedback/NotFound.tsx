import { ButtonLink } from '../Button.tsx';
import { PageHeading } from '../PageHeading.tsx';

/** Stands in for something that does not exist or that the user has no access to: both look alike. */
export function NotFound() {
  return (
    <div className="page" data-narrow="">
      <PageHeading over="404" title="Page not found" />
      <p>
        This page doesn’t exist, or you don’t have access to it. The link might be outdated or incomplete.
      </p>
      <p>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }} variant="primary">
          Go to jobs
        </ButtonLink>
      </p>
    </div>
  );
}
