import ky from 'ky';
import * as v from 'valibot';
import { signedIn } from './listing.ts';

export const api = ky.create({ headers: { authorization: `Bearer ${signedIn().token}` } });

export const ListedJob = v.object({
  jobId: v.string(),
  jobCode: v.string(),
  project: v.string(),
  address: v.object({
    streetName: v.string(),
    city: v.string(),
    state: v.string(),
    zipcode: v.string(),
  }),
  status: v.picklist(['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED']),
  assignedToName: v.string(),
});
