import { kilobyte, read } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';

/** The call by which devices say how fast they are. */
export const fieldDataCalls = {
  fieldData: {
    access: 'public',
    cost: { ...read, bodyBytes: 4 * kilobyte, values: 200 },
    tag: 'Users',
    summary: 'Report what a device has measured',
    description:
      'No sign-in needed, and nothing in it says whose it is. Seconds, but for `update-bytes`; counted in histograms, and stored nowhere. Dropped where `FIELD_DATA` is off: then `GET /firm` does not ask for it.',
    handler: async ({ body, services }) => {
      services.countFieldData?.(body);
      return { done: true };
    },
  },
} satisfies Partial<CallRows>;
