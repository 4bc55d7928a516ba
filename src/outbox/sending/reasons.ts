import type { OutboxRecord } from '../records/record.ts';

/** Returns the reason of a record's change, which travels in it and becomes a message on the server, or `''`. */
export function reasonIn({ payload }: Pick<OutboxRecord, 'payload'>): string {
  return 'reason' in payload ? String(payload.reason) : '';
}
