import { useEffect, useState } from 'react';
import type { QuarantineRow } from '../../outbox/database.ts';
import { pageOutbox, quarantinedRecords } from '../../outbox/pageOutbox.ts';

/** What this version of the app cannot read, for as long as somebody looks. */
export function useSetAside(): readonly QuarantineRow[] {
  const [rows, setRows] = useState<readonly QuarantineRow[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await quarantinedRecords().catch(() => []);
      if (!isOver) setRows(found);
    };
    void read();
    const stop = pageOutbox().onChange(() => void read());
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return rows;
}
