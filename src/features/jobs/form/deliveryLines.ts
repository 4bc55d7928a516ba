import { addressLine } from '../../../contract/address/addressText.ts';
import { deliveryModes, deliveryPriorities, priorities } from '../../../contract/enums.ts';
import { copiesText } from '../jobText.ts';
import type { JobFieldValues } from './jobFormValues.ts';

/** Returns how a job is delivered, as far as it is filled in. */
export function deliveryLines(values: JobFieldValues): string[] {
  const { jobDeliveryMode, copiesNumber, deliveryAddress, deliveryPriority, jobPriority } = values;
  return [
    jobDeliveryMode && deliveryModes[jobDeliveryMode],
    jobDeliveryMode === 'WET_STAMPS' && copiesNumber && copiesText(copiesNumber),
    deliveryAddress && addressLine(deliveryAddress),
    jobDeliveryMode === 'WET_STAMPS' &&
      deliveryPriority &&
      `${deliveryPriorities[deliveryPriority]} delivery`,
    jobPriority === 'HIGH' && `${priorities.HIGH} priority`,
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}
