import { type FileChoice, totalBytes } from '../../contract/files/files.ts';

/** The progress of one request, in bytes; `total` counts everything in it, not only its files. */
export type Sending = { transferred: number; total: number };

/** Returns the sent bytes of each file. A request is one stream: everything else comes first, then the files in order. */
export function sentBytes(files: readonly FileChoice[], { transferred, total }: Sending): number[] {
  const others = Math.max(0, total - totalBytes(files));
  let left = Math.max(0, transferred - others);
  return files.map(({ size }) => {
    const sent = Math.min(size, left);
    left -= sent;
    return sent;
  });
}
