import * as v from 'valibot';

/** A page of a listing; `startAfter` is the cursor of the next page, null on the last. */
/* @__NO_SIDE_EFFECTS__ */
export function page<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), startAfter: v.nullable(v.string()) });
}
