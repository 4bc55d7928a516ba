import { useRef } from 'react';
import type { Transfer } from '../../../api/client.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { Progress } from '../../../ui/feedback/Progress.tsx';

function timeLeft(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}

type Props = { label: string; transfer: Transfer | null };

/** Bytes sent of an upload and the time it still takes; before the first byte, and after the last, just that it works. */
export function UploadBar({ label, transfer }: Props) {
  const startedMs = useRef(0);
  if (!transfer) startedMs.current = 0;
  else startedMs.current ||= Date.now();
  if (!transfer) return <Progress label={label} />;
  return <Sent label={label} transfer={transfer} startedMs={startedMs.current} />;
}

function Sent({ label, transfer, startedMs }: { label: string; transfer: Transfer; startedMs: number }) {
  const { transferred, total } = transfer;
  if (total === 0 || transferred >= total)
    return <Progress label={label} detail="All sent, waiting for the answer" />;
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
