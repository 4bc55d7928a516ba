import type { Change } from '../cache/apply.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { OutboxRecord } from './records/record.ts';

/** Returns what the response to a record says of jobs and messages. */
export function changeOf({ kind, jobId }: Pick<OutboxRecord, 'kind' | 'jobId'>, response: unknown): Change {
  switch (kind) {
    case 'message': {
      const { communication, job } = response as ResponseOf<'updateJob'>;
      // Of another backend it may not tell the message.
      if (!communication) return { kind: 'job-changed', job };
      return { kind: 'message-created', jobId, message: communication, job };
    }
    case 'toggle': {
      const { communicationId, status } = response as ResponseOf<'markMessage'>;
      return { kind: 'message-status', jobId, communicationId, status };
    }
    case 'report':
      return { kind: 'job-created', job: response as ResponseOf<'reportJob'> };
    case 'update':
      return { kind: 'job-changed', job: (response as ResponseOf<'updateJob'>).job };
  }
}
