import { expect, test } from 'vitest';
import { dueDateText } from '../../src/contract/due/dueDates.ts';

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
