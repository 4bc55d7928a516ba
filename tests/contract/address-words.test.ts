import { expect, test } from 'vitest';
import { comparableCity, comparableText } from '../../src/contract/address/addressWords.ts';
import { comparableStreet } from '../../src/contract/address/comparableStreet.ts';

/** Of all states and territories. Rules: USPS Publication 28; customs: what the states call their roads. */
test.each([
  ['AL', '210 20th St N Ste 400', '210 Twentieth Street North, Suite 400'],
  ['AK', 'Mile 12.5 Seward Hwy', 'Mile 12.5 Seward Highway'],
  ['AZ', '917 1/2 E Roosevelt St', '917 East Roosevelt Street 1/2'],
  ['AR', '4100 AR-7 S', '4100 State Highway 7 South'],
  ['CA', '1500 Ave of the Stars #1200', '1500 Avenue of the Stars, Ste 1200'],
  ['CA', '45 County Road J5', '45 CR J-5'],
  ['CO', '9 CO-9', '9 Colorado Highway 9'],
  ['CO', '88 County Road 54', '88 CR 54'],
  ['CT', '12 Oak Ct #5', '12 Oak Court, Unit 5'],
  ['DE', '30 DE 1', '30 State Route 1'],
  ['DC', '600 E Street NW', '600 E St. N.W.'],
  ['DC', '1100 Fifteenth St NW, 4th Floor', '1100 15th Street Northwest Fl 4'],
  ['FL', '2500 SW Third Ave Apt 12', '2500 Southwest 3rd Avenue #12'],
  ['FL', '9000 FL-7', '9000 State Road 7'],
  ['GA', '400 GA-400 N', '400 Georgia 400 North'],
  ['HI', '91-1001 Kaimalie St', '911001 Kaimalie Street'],
  ['ID', '450 N 4th St', '450 North Fourth Street'],
  ['IL', 'Third Floor, 15 Wacker Dr', '15 Wacker Drive, 3rd Floor'],
  ['IN', '18 South West St', '18 SW St'],
  ['IA', '1402 IA 5', '1402 Iowa Highway 5'],
  ['KS', '220 K-10', '220 State Highway 10'],
  ['KY', '600 KY 440', '600 Kentucky Highway 440'],
  ['LA', '55 Parish Road 12', '55 Parish Rd. 12'],
  ['LA', '55 LA-1', '55 Louisiana Hwy 1'],
  ['ME', '25 U.S. Route 1', '25 US-1'],
  ['MD', "5 Saint Mary's Ave", '5 St Marys Avenue'],
  ['MA', '40 No. Main St', '40 North Main Street'],
  ['MA', 'One Two Rivers Way', '1 2 Rivers Way'],
  ['MI', '1600 M-59', '1600 State Hwy 59'],
  ['MN', '1900 CSAH 15', '1900 County Road 15'],
  ['MS', 'RR 2 Box 15', 'Rural Route 2, Box 15'],
  ['MO', '120 Highway KK', '120 MO State Route KK'],
  ['MT', 'HC 68 Box 23A', 'Highway Contract 68 Box 23-A'],
  ['NE', '14 NE Highway 14', '14 Nebraska Hwy 14'],
  ['NV', '3 Las Vegas Blvd S', '3 Las Vegas Boulevard South'],
  ['NH', '10 NH Rte 101', '10 New Hampshire 101'],
  ['NJ', '17-10 River Road', '17-10 River Rd'],
  ['NM', '7 NM-14', '7 New Mexico State Road 14'],
  ['NY', '40-22 82nd St', '4022 82 Street'],
  ['NY', '350 Fifth Ave', '350 5 Avenue'],
  ['NY', 'Apt 5, Bldg C, 12 Oak St', '12 Oak Street Building C Apartment 5'],
  ['NY', '12 Oak St Apt 5 Bldg C', '12 Oak St Bldg C #5'],
  ['NC', '800 NC Hwy 55', '800 North Carolina Highway 55'],
  ['ND', 'N.D. 1804', 'North Dakota 1804'],
  ['OH', '200 TR 20', '200 Township Road 20'],
  ['OK', '13 OK-66', '13 Oklahoma Highway 66'],
  ['OR', '15½ SE Ankeny St', '15 1/2 Southeast Ankeny Street'],
  ['PA', '900 PA 611', '900 Pennsylvania Route 611'],
  ['RI', '4 Post Road 2nd Fl', '4 Post Rd Floor 2'],
  ['SC', '52 S.C. 9', '52 SC Highway 9'],
  ['SD', '18 S Dakota Ave', '18 South Dakota Avenue'],
  ['TN', '88 TN-96', '88 State Route 96'],
  ['TX', '14000 FM 1960 W', '14000 Farm to Market Road 1960 West'],
  ['TX', '14000 FM 1960 W', '14000 FM 1960 Rd W'],
  ['TX', '500 N Hwy 75', '500 North Highway 75'],
  ['TX', '12 Dr MLK Jr Blvd', '12 Martin Luther King Boulevard'],
  ['SC', '4079 US 17 Bus', '4079 U.S. 17 Business'],
  ['PA', '1234 Market St Flr 15', '1234 Market Street, 15th Floor'],
  ['TX', '500 RM 620 S', '500 Ranch Road 620 South'],
  ['TX', '2200 IH-35', '2200 Interstate 35'],
  ['TX', '31 Loop 410', '31 State Loop 410'],
  ['UT', '877 N 1200 W', '877 North 1200 West'],
  ['UT', '1180 E 300 N, Unit B', '1180 East 300 North #B'],
  ['VT', '21 VT Route 100', '21 Vermont 100'],
  ['VA', '1 Twenty-First St', '1 21st Street'],
  ['WA', '4100 SR 99', '4100 Washington State Route 99'],
  ['WA', '1021 NE 145th St', '1021 Northeast 145 Street'],
  ['WV', '3 WV 9', '3 West Virginia Route 9'],
  ['WI', 'N6W23001 Bluemound Rd', 'N6 W23001 Bluemound Road'],
  ['WI', 'W5000 County Road K', 'W5000 CTH K'],
  ['WY', 'P.O. Box 12', 'Post Office Box 12'],
  ['PR', 'Urb Las Gladiolas, 150 Calle A', '150 Calle A, Urb. Las Gladiolas'],
  ['PR', 'Carr. 2 Km 5.3', 'PR-2 Km 5.3'],
  ['GU', '110 Route 10', '110 Rte. 10'],
  ['VI', '#12 Estate Nazareth', '12 Estate Nazareth'],
  ['AS', 'Route 1', 'Rte 1'],
  ['MP', 'PO Box 5, Chalan Pale Arnold', 'P.O. BOX 5 Chalan Pale Arnold'],
])('%s: %j is the place of %j', (state, one, other) => {
  expect(comparableStreet(one, { state })).toBe(comparableStreet(other, { state }));
});

test.each([
  ['UT', '300 E 800 S', '800 S 300 E'],
  ['UT', '300 E 800 S', '300 E 800 N'],
  ['OH', '9 Well St', '9 Wells St'],
  ['NY', '40-22 82nd St', '4022 83rd St'],
  ['NY', '12-14 Main St', '1214 Main St'],
  ['CA', '70 B St', '70 B Ave'],
  ['MO', '100 W St', '100 West St'],
  ['TX', '12 FM 1960', '12 US 1960'],
  ['PA', '12 US 30', '12 State Route 30'],
  ['OH', '12 County Road 9', '12 State Route 9'],
  ['OH', '12 County Road 9', '12 Township Road 9'],
  ['MA', '12 Oak St Fl 2', '12 Oak St Fl 3'],
  ['MA', '12 Oak St Fl 2', '12 Oak St Apt 2'],
  ['AZ', '917 1/2 Main St', '917 Main St'],
  ['AZ', '917 1/2 Main St', '917 1/4 Main St'],
  ['AZ', '1231 2nd St', '123 12nd St'],
  ['WA', '100 NE 14th St', '100 NW 14th St'],
  ['DC', '600 E St NW', '600 E St NE'],
  ['WI', 'W5000 County Road K', 'W5000 County Road KK'],
  ['FL', '10 21st Ave', '10 22nd Ave'],
  ['MS', 'RR 2 Box 15', 'RR 3 Box 15'],
  ['WY', 'PO Box 12', 'PO Box 21'],
  ['IN', '12 N East St', '12 S East St'],
  ['IL', '100 First St', '100 Forest St'],
  ['GU', '110 Route 10', '110 Route 1'],
  ['PR', '150 Calle A', '150 Calle B'],
  ['MN', '5 117th Ave', '5 117 1/2 Ave'],
])('%s: %j is another place than %j', (state, one, other) => {
  expect(comparableStreet(one, { state })).not.toBe(comparableStreet(other, { state }));
});

test('the hyphen of a house number in Queens may be left out, that of a range elsewhere may not', () => {
  const queens = { state: 'NY', zipcode: '11372' };
  expect(comparableStreet('37-39 81st St', queens)).toBe(comparableStreet('3739 81st St', queens));
  const buffalo = { state: 'NY', zipcode: '14201' };
  expect(comparableStreet('37-39 Elmwood Ave', buffalo)).not.toBe(
    comparableStreet('3739 Elmwood Ave', buffalo),
  );
});

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
