import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** Where not even the page that tells of it can be loaded. */
function NothingLoads() {
  return (
    <div className="page" data-narrow="">
      <p role="alert">There is no connection right now. Load the page again when you are back online.</p>
    </div>
  );
}

type Pages = typeof import('./seldomPages.ts');

/** Most people never see these: they come with what is loaded after the first screen. */
function seldom<P extends object>(pick: (pages: Pages) => ComponentType<P>): (props: P) => ReactNode {
  const Page = lazy(async () => {
    try {
      return { default: pick(await import('./seldomPages.ts')) as ComponentType<object> };
    } catch (error) {
      console.warn('The page that tells what is wrong cannot be loaded:', error);
      return { default: NothingLoads };
    }
  });
  return function SeldomPage(props: P) {
    return (
      <Suspense fallback={null}>
        <Page {...props} />
      </Suspense>
    );
  };
}

export const ErrorPage = seldom<ErrorComponentProps>((pages) => pages.ErrorPage);
export const NotFoundPage = seldom((pages) => pages.NotFoundPage);
