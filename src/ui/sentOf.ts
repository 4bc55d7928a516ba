import { type FileChoice, totalBytes } from '../contract/files.ts';

/** How far one request is, in bytes; `total` counts everything in it, not only its files. */
export type Sending = { transferred: number; total: number };

/**
 * How many bytes of each file have gone out. A request is one stream: what is not a file goes first, then the files in
 * their order, so the bytes of the whole tell those of each.
 */
export function sentOf(files: readonly FileChoice[], { transferred, total }: Sending): number[] {
  const others = Math.max(0, total - totalBytes(files));
  let left = Math.max(0, transferred - others);
  return files.map(({ size }) => {
    const sent = Math.min(size, left);
    left -= sent;
    return sent;
  });
}
