import { expect, test } from 'vitest';
import { comparableCity, comparableStreet, comparableText } from '../../src/contract/address/addressWords.ts';

test.each([
  ['412 Elm Avenue', '412 ELM AVE.'],
  ['412 Elm Av', '412 Elm Avn'],
  ['8 N. Birch Boulevard', '8 North Birch Blvd'],
  ['8 Birch Road Southwest', '8 Birch Rd SW'],
  ['77 Southeast Third Street', '77 SE 3rd St'],
  ['1 Mount Vernon Ct, Apt 5', '1 Mt Vernon Court #5'],
  ['1 Fort Hill Pl Suite 20', '1 Ft. Hill Place Ste. 20'],
  ['1 Fort Hill Pl Unit 20', '1 Fort Hill Pl, Apartment 20'],
  ['3 Quail Run Building C', '3 Quail Run Bldg. C'],
  ['12-A Mill Lane', '12A Mill Ln'],
  ['1½ Mill Lane', '1 1/2 Mill Ln'],
  ['60 Saint Ann Terrace', '60 St. Ann Ter'],
  ["60 O'Neil Dr", '60 ONeil Drive'],
  ['2200 County Road 9', '2200 Co. Rd. 9'],
  ['2200 County Road 9', '2200 CR-9'],
  ['15 State Highway 28', '15 State Route 28'],
  ['15 SR 28', '15 State Road 28'],
  ['400 US Highway 6 W', '400 U.S. 6 West'],
  ['18 Interstate 80', '18 I-80'],
  ['PO Box 31', 'P.O. Box 31'],
  ['1750 Avenida Ponce', '1750 Ave. Ponce'],
  ['99 Élm   Pkway', '99 elm parkway'],
])('%j is the place of %j', (one, other) => {
  expect(comparableStreet(one)).toBe(comparableStreet(other));
});

test.each([
  ['412 Elm Ave', '412 Elm St'],
  ['412 Elm Ave', '41 2 Elm Ave'],
  ['412 Elm Ave #5', '412 Elm Ave #6'],
  ['8 N Birch Rd', '8 S Birch Rd'],
  ['100 East Street', '100 E Street'],
  ['100 Avenue N', '100 Avenue North'],
  ['3 Quail Run Bldg 2', '3 Quail Run Floor 2'],
  ['6 Saint Ann', '6 Ann St'],
])('%j is another place than %j', (one, other) => {
  expect(comparableStreet(one)).not.toBe(comparableStreet(other));
});

test.each([
  ['St. Paul', 'Saint Paul'],
  ['Ft. Collins', 'Fort Collins'],
  ['N. Adams', 'North Adams'],
  ['Coeur d’Alene', "COEUR D'ALENE"],
  ['Mt Laurel', 'Mount Laurel'],
])('%j is the city %j', (one, other) => {
  expect(comparableCity(one)).toBe(comparableCity(other));
});

test('other texts differ by their words and numbers', () => {
  expect(comparableText(' N.J. ')).toBe(comparableText('n j'));
  expect(comparableText('Ave')).not.toBe(comparableText('Avenue'));
});
