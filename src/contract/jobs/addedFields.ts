import type { JobField } from './jobFields.ts';

/**
 * The fields of a job that came after version 1.0.0, each as a row of `jobFields`, which has them after its own. What a device has saved
 * from before, or a server of an earlier version sends, lacks them (`job.ts`).
 */
export const addedFields = {} as const satisfies Record<string, JobField>;
