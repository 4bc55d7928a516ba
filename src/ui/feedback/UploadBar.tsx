import { useState } from 'react';
import { fileSize } from '../../format/fileSize.ts';
import type { Sending } from '../filePicker/sentBytes.ts';
import { Progress } from './Progress.tsx';

/** Bytes sent and the time left; indeterminate before the first byte and after the last. */
export function UploadBar({ label, transfer }: { label: string; transfer: Sending | null }) {
  return transfer ? <SentBytes label={label} {...transfer} /> : <Progress label={label} />;
}

function SentBytes({ label, transferred, total }: { label: string } & Sending) {
  const [startedMs] = useState(Date.now);
  if (total === 0 || transferred >= total) return <Progress label={label} detail="Uploaded. Finishing up…" />;
  const seconds = (Date.now() - startedMs) / 1000;
  const left =
    seconds > 1 && transferred > 0 ? timeLeft((seconds / transferred) * (total - transferred)) : '';
  return (
    <Progress
      label={label}
      value={transferred}
      max={total}
      detail={[`${fileSize(transferred)} of ${fileSize(total)}`, left].filter(Boolean).join(', ')}
    />
  );
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} sec left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
