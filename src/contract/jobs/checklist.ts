import * as v from 'valibot';
import { services, wireValues } from '../enums.ts';
import { ShotRef } from '../messages/message.ts';
import { Attachment } from './jobDetails.ts';

/**
 * Ours: a photo that a service needs. The shots of a service, in their order, are its checklist. An id names one shot for good: a
 * removed shot stays known on the jobs that answered it.
 */
export const Shot = v.object({
  ...ShotRef.entries,
  service: v.picklist(wireValues(services)),
  /** What to mind when it is taken; may be empty. */
  hint: v.string(),
  example: v.nullable(Attachment),
});
export type Shot = v.InferOutput<typeof Shot>;
