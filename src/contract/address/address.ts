import * as v from 'valibot';
import { form, requiredLine, zipcode } from '../fields.ts';
import { stateCode } from './states.ts';

export const Address = form({
  streetName: requiredLine(),
  city: requiredLine(100),
  /** Stored as the USPS code where it is a US state. */
  state: v.pipe(requiredLine(50), v.transform(stateCode)),
  zipcode,
});
export type Address = v.InferOutput<typeof Address>;
export const deliveryAddress = Address;
