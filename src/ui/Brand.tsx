import { useSyncExternalStore } from 'react';
import { brandChanged, brandName } from './windowTitle.ts';

/** The firm's name with its logo (`layout.css`), or the product's. */
export function Brand() {
  const name = useSyncExternalStore(brandChanged.subscribe, brandName, () => '');
  if (name) return <bdi className="brand">{name}</bdi>;
  return (
    <>
      <span>EV</span> Jobs
    </>
  );
}
