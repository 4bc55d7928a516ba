import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadPart } from './missingPart.ts';
import { NotFoundPage } from './troublePages.tsx';

type LazyPage<P> = AsyncRouteComponent<P>;

/** A page that is loaded when it is needed, or before, on intent. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  return lazyRouteComponent<{ default: (props: P) => unknown }>(async () => ({
    default: (await loadPart(load)) as (props: P) => unknown,
  })) as LazyPage<P>;
}

/**
 * A page given what it takes from the address by its route, so that a feature knows nothing of the routes' ids.
 *
 * @param useProps null where the address names nothing that exists; said inside the frame, which a thrown "not found"
 *   of `beforeLoad` would take away
 */
export function withProps<P extends object>(LazyPage: LazyPage<P>, useProps: () => P | null) {
  function Page() {
    const props = useProps();
    return props ? <LazyPage {...props} /> : <NotFoundPage />;
  }
  return Object.assign(Page, { preload: async () => LazyPage.preload?.() });
}
