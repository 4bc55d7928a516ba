import { shownNameOf } from '../../../api/attachments.ts';
import { deliveryModes } from '../../../contract/enums.ts';
import type { Deliverable } from '../../../contract/jobs/jobDetails.ts';

/** Returns the name of a deliverable's file, also of one that the user does not get; empty without a file. */
export function deliveredName({ file, withdrawn }: Pick<Deliverable, 'file' | 'withdrawn'>): string {
  return shownNameOf({ fileName: file?.fileName ?? withdrawn?.fileName ?? '' });
}

/** Returns a name that tells a deliverable from the others of its job. */
export function deliverableName(deliverable: Pick<Deliverable, 'file' | 'withdrawn' | 'revision'>): string {
  return `${deliveredName(deliverable) || deliveryModes.WET_STAMPS}, revision ${deliverable.revision}`;
}
