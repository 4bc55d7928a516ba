import { useSyncExternalStore } from 'react';
import { brandChanged, brandName } from './windowTitle.ts';

/** The firm's name, or the product's. */
export function Brand() {
  const name = useSyncExternalStore(brandChanged.subscribe, brandName);
  if (name) return <bdi>{name}</bdi>;
  return (
    <>
      <span>EV</span> Jobs
    </>
  );
}
