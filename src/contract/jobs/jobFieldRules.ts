import * as v from 'valibot';
import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobTypes,
  priorities,
  services,
  wireValues,
} from '../enums.ts';
import {
  dropEmpty,
  form,
  formCategories,
  listOf,
  oneOf,
  optionalLine,
  optionalText,
  requiredMessage,
  requiredText,
} from '../fields.ts';
import { maxChoices, maxCopies, minServices } from '../limits.ts';

/** The rules of the fields of a job (§5), beside those that other forms have too (`fields.ts`). */

export const jobDescriptionRequired = requiredText();
export const jobAttachmentLinksRequired = requiredText();

const link = /^https?:\/\/(?:[^\s/?#.]+\.)+[^\s/?#.]+\.?(?:[/?#]\S*)?$/i;

/** Links with blanks and line breaks between them, without the unseen characters that chats copy; becomes `''` when left out. */
export const jobAttachmentLinks = v.pipe(
  optionalText(),
  v.transform((text) => text.replaceAll(/\p{Cf}/gu, '').trim()),
  v.check(
    (text) => text.split(/\s+/).every((word) => word === '' || link.test(word)),
    'must be links that begin with https://, one per line',
  ),
);

export const trackingNumber = optionalLine(60);
export const assignedTo = optionalLine(254);
const copies = 'must be a whole number from 1 to 99';
export const copiesNumber = v.pipe(
  v.number(requiredMessage),
  v.integer(copies),
  v.minValue(1, copies),
  v.maxValue(maxCopies, copies),
);

export const jobDeliveryMode = oneOf('jobDeliveryMode', deliveryModes, ['DIGITAL_COPY', 'WET_STAMPS']);
export const deliveryPriority = oneOf('deliveryPriority', deliveryPriorities, ['OVERNIGHT', 'STANDARD']);
export const jobPriority = oneOf('jobPriority', priorities, ['HIGH', 'NORMAL']);
export const category = oneOf('category', categories, formCategories);
export const jobType = oneOf('jobType', jobTypes, ['COMMERCIAL', 'RESIDENTIAL', 'BUSINESS']);

const atLeastOneService = 'service may have at least 1 value selected';
const atLeastOneServiceEntry = 'ev-service may have at least 1 value selected';

/** A group of requested services: `{ category: 'STAMP', evServices: ['EE', 'SE'] }` (§3). */
export const ServiceEntry = form({
  category,
  evServices: v.pipe(
    listOf(v.picklist(wireValues(services), 'must be from the list'), maxChoices),
    v.minLength(minServices, atLeastOneService),
    v.transform((keys) => [...new Set(keys)]),
  ),
});
export type ServiceEntry = v.InferOutput<typeof ServiceEntry>;

export const jobEVService = dropEmpty(ServiceEntry, atLeastOneServiceEntry, 20);
