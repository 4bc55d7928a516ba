import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A part of a page that is loaded when it is first drawn. @param meanwhile what stands in its place until then */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}
