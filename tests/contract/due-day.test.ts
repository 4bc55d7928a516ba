import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DueChange } from '../../src/contract/due/dueChange.ts';
import { dueDateText } from '../../src/contract/due/dueDates.ts';
import { LicenseForm } from '../../src/contract/proof/license.ts';

const now = new Date(2031, 5, 1).getTime() / 1000;

test.each([
  ['2031-02-03', '02/03/31'],
  ['2032-12-31', '12/31/32'],
  ['2033-01-01', '01/01/2033'],
  ['2030-12-31', '12/31/2030'],
  ['2001-10-09', '10/09/2001'],
])('the due date %s is %s in 2031', (isoDate, day) => {
  expect(dueDateText(isoDate, now)).toBe(day);
});

test('a day with a year of two digits, which a field for dates has as 0027-02-28, is one of this century', () => {
  const license = { name: 'Ada L.', state: 'TX', number: '1', discipline: 'Structural' };
  expect(v.parse(DueChange, { date: '0027-02-28', reason: 'a' }).date).toBe('2027-02-28');
  expect(v.parse(LicenseForm, { ...license, expires: '0027-02-28' }).expires).toBe('2027-02-28');
  expect(v.is(LicenseForm, { ...license, expires: '0202-02-28' })).toBe(false);
});
