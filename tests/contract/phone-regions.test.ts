import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { requests } from '../../src/contract/requests.ts';
import { nationalPhone, readPhoneRegions, storedPhone } from '../../src/contract/users/phone.ts';
import { setPhoneRegions } from '../../src/contract/users/phoneRegions.ts';
import { ProfileForm, Registration } from '../../src/contract/users/registration.ts';
import { formatPhone, phoneLink } from '../../src/format/phone.ts';

afterEach(() => setPhoneRegions(['US']));

const toronto = '(416) 555-0123';
const london = '020 7946 0018';
const address = { streetName: '1 Main St', city: 'Boston', state: 'MA', zipcode: '02110' };
const named = { firstName: 'Ada', lastName: 'Lovelace', address };

/** Every form and request that has a phone number, with one. */
const forms: Record<string, (phoneNumber: string) => v.SafeParseResult<v.GenericSchema>> = {
  'the profile form': (phoneNumber) =>
    v.safeParse(ProfileForm, { ...named, companyName: 'Engines', phoneNumber }),
  'the registration': (phoneNumber) =>
    v.safeParse(Registration, {
      ...named,
      company: 'Engines',
      userName: 'Ada L.',
      email: 'ada@ev.test',
      userType: 'CLIENT',
      phoneNumber,
    }),
  'a change of a profile': (phoneNumber) =>
    v.safeParse(requests.updateProfiles, { profiles: [{ email: 'ada@ev.test', phoneNumber }] }),
};

const check = forms['a change of a profile'] as (typeof forms)[string];

test('a number without its area code is none, except where the firm is in a territory of one area code', () => {
  expect(check('236-0100').success).toBe(false);
  expect(storedPhone('236-0100')).toBe('236-0100');
  expect(storedPhone('(671) 236-0100')).toBe('+16712360100');
  setPhoneRegions(['GU']);
  expect(storedPhone('236-0100')).toBe('+16712360100');
});

describe.each(Object.entries(forms))('%s', (_, check) => {
  test('accepts numbers of the United States by default', () => {
    expect(check('415 555 2671').success).toBe(true);
    expect(check(toronto).issues?.[0].message).toBe('must be a valid phone number for region(s) US');
  });

  test('accepts numbers of every configured region, and names them all when it refuses one', () => {
    setPhoneRegions(['US', 'CA']);
    expect(check(toronto).success).toBe(true);
    expect(JSON.stringify(check(toronto).output)).toContain('"+14165550123"');
    expect(check(london).issues?.[0].message).toBe('must be a valid phone number for region(s) US, CA');
  });
});

test.each([
  ['US', '+17877225678', '787-722-5678'],
  ['US', '+19392234567', '(939) 223-4567'],
  ['US', '+16714721234', '671.472.1234'],
  ['US', '+13407741234', '340 774 1234'],
  ['US', '+16846991234', '1 684 699 1234'],
  ['US', '+16702341234', '+1 670 234 1234'],
  ['GB', '+441534612345', '01534 612345'],
  ['FR', '+594594301234', '+594 594 30 12 34'],
  ['NO', '+4779021234', '79 02 12 34'],
] as const)('the territories of %s have numbers like %s', (region, number, typed) => {
  setPhoneRegions([region]);
  const { output, success } = check(typed);
  expect(success && JSON.stringify(output)).toContain(`"${number}"`);
  expect(check(nationalPhone(number)).success).toBe(true);
});

test('a territory has no numbers of the region that it belongs to', () => {
  setPhoneRegions(['PR']);
  expect(check('787 722 5678').success).toBe(true);
  expect(check('415 555 2671').issues?.[0].message).toBe('must be a valid phone number for region(s) PR');
});

test.each([
  ['', ['US']],
  ['CA', ['CA']],
  ['us, ca ,us', ['US', 'CA']],
  ['USA', null],
  ['US,,CA', null],
  ['US;CA', null],
  [',', null],
])('%j configures %j', (list, regions) => expect(readPhoneRegions(list)).toEqual(regions));

test('a number is shown in its national format where forms parse that as the same number', () => {
  expect(nationalPhone('+14155550132')).toBe('(415) 555-0132');
  expect(nationalPhone('+442079460018')).toBe('+44 20 7946 0018');
  setPhoneRegions(['US', 'GB']);
  expect(nationalPhone('+442079460018')).toBe(london);
  // Read as one of New Jersey, it would be another number once the form is saved.
  setPhoneRegions(['US', 'MX']);
  expect(nationalPhone('+525512345678')).toBe('+52 55 1234 5678');
  expect(nationalPhone('nonsense')).toBe('nonsense');
});

test.each([
  ['(621) 555-0147', '+16215550147', 'Houston, since 2025'],
  ['1-679-555-0147', '+16795550147', 'Detroit, since 2025'],
  ['436.555.0147', '+14365550147', 'Cleveland, since 2024'],
  ['+1 738 555 0147', '+17385550147', 'Los Angeles, since 2024'],
  ['227 555 0147', '+12275550147', 'Maryland, since 2023'],
])('the number %j is accepted as %j: %s', (typed, number) => {
  expect(JSON.stringify(check(typed).output)).toContain(`"${number}"`);
  expect(check(nationalPhone(number)).success).toBe(true);
});

test.each([
  '(123) 555-0147',
  '(911) 555-0147',
  '(299) 555-0147',
  '415 155 0147',
  '415 555 014',
  '4155 550 1477',
])('the number %j is impossible', (typed) => {
  expect(check(typed).issues?.[0].message).toBe('must be a valid phone number for region(s) US');
});

test.each([
  ['(312) 555-0147 x12', '12'],
  ['312-555-0147 ext. 4407', '4407'],
  ['+1 312 555 0147;ext=9', '9'],
  ['312.555.0147 extension 101', '101'],
  ['3125550147 #33', '33'],
])('the extension of %j is kept and shown', (typed, ext) => {
  const phone = `+13125550147;ext=${ext}`;
  expect(JSON.stringify(check(typed).output)).toContain(`"${phone}"`);
  expect(storedPhone(typed)).toBe(phone);
  expect(nationalPhone(phone)).toBe(`(312) 555-0147 ext. ${ext}`);
  expect(formatPhone(phone)).toBe(`(312) 555-0147 ext. ${ext}`);
  expect(phoneLink(phone)).toBe(`tel:+13125550147,${ext}`);
  expect(JSON.stringify(check(nationalPhone(phone)).output)).toContain(`"${phone}"`);
});
