import { type ComponentProps, lazy, Suspense } from 'react';
import type { LicenseNote } from './LicenseNote.tsx';
import type { MakeReport } from './MakeReport.tsx';

const Note = lazy(() => import('./LicenseNote.tsx').then((module) => ({ default: module.LicenseNote })));

const Report = lazy(() => import('./MakeReport.tsx').then((module) => ({ default: module.MakeReport })));

/** `MakeReport`, whose code is loaded when it is first shown. */
export function LazyMakeReport(props: ComponentProps<typeof MakeReport>) {
  return (
    <Suspense fallback={null}>
      <Report {...props} />
    </Suspense>
  );
}

/** `LicenseNote`, whose code is loaded when it is first shown. */
export function LazyLicenseNote(props: ComponentProps<typeof LicenseNote>) {
  return (
    <Suspense fallback={null}>
      <Note {...props} />
    </Suspense>
  );
}
