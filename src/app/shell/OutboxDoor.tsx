import { lazy, Suspense, useEffect, useState } from 'react';
import { setOutboxSheetOpener } from '../../session/outboxSheet.ts';
import { tryNow } from '../start/connection.ts';

// Seldom opened: loaded with the first time.
const OutboxSheet = lazy(() =>
  import('../../features/outbox/OutboxSheet.tsx').then((module) => ({ default: module.OutboxSheet })),
);

/** Where the outbox opens, over whatever page there is. */
export function OutboxDoor() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(
    () =>
      setOutboxSheetOpener(() => {
        setWanted(true);
        setOpen(true);
      }),
    [],
  );
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OutboxSheet open={open} onClose={() => setOpen(false)} onTryNow={tryNow} />
    </Suspense>
  );
}
