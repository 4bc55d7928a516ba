import type { PlanSource } from '../../../src/features/plans/open/planSource.ts';

/** Returns a source of a file that is there as a whole. @param read called for each document that is opened, which keeps what it gets */
export function bytesSource(read: () => Uint8Array<ArrayBuffer>): PlanSource {
  return {
    read: async () => ({ data: read() }),
    onFailure: () => undefined,
    isWaiting: () => false,
    another: () => bytesSource(read),
    stop: () => undefined,
  };
}
