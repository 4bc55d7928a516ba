import * as v from 'valibot';
import { engines, fieldMeasures, mostMeasured, screens } from './fieldData.ts';
import { form, listOf } from './fields.ts';

/** What a device has measured. Nothing in it says whose it is: all but the numbers is one of a few words. */
export const FieldData = form({
  engine: v.picklist(engines),
  screen: v.picklist(screens),
  measured: listOf(
    form({ what: v.picklist(fieldMeasures), value: v.pipe(v.number(), v.minValue(0)) }),
    mostMeasured,
  ),
});
