import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/client.ts';
import { ProfileForm } from '../../../src/contract/users/registration.ts';
import { CredentialsForm } from '../../../src/contract/users/userForms.ts';
import { errorsOf, serverIssues } from '../../../src/ui/form/formErrors.ts';
import { valueAt, withValueAt } from '../../../src/ui/form/formPath.ts';

const values = {
  firstName: 'Ada',
  lastName: '',
  companyName: 'Analytical Engines',
  phoneNumber: '12',
  address: { streetName: '1 Main St', city: 'Austin', state: 'TX', zipcode: '7' },
};

test('no error is shown before the first submit', () => {
  expect(errorsOf(ProfileForm, values, false, [])).toEqual({});
});

test('each field shows its error in a whole sentence after a failed submit', () => {
  expect(errorsOf(ProfileForm, values, true, [])).toEqual({
    lastName: 'Last name is a required field',
    phoneNumber: 'Phone number must be a valid phone number for region(s) US',
    'address.zipcode': 'Zip code is not valid (12345-6789)',
  });
});

test('an error across fields is shown at the field it is about', () => {
  const typed = { email: 'ada@client.test', password: 'stamped-2026', passwordConfirm: 'stamped-2027' };
  expect(errorsOf(CredentialsForm, typed, true, [])).toEqual({ passwordConfirm: 'Passwords must match' });
});

test('the server’s error of a field stays until that field changes', () => {
  const failure = new ApiError('invalid', 'No.', {
    issues: [{ field: 'address.city', message: 'is not a city we know' }],
  });
  const told = serverIssues(failure, values);
  expect(errorsOf(ProfileForm, values, false, told)).toEqual({
    'address.city': 'City is not a city we know',
  });
  const elsewhere = withValueAt(values, 'address.state', 'NY');
  expect(Object.keys(errorsOf(ProfileForm, elsewhere, false, told))).toEqual(['address.city']);
  const corrected = withValueAt(values, 'address.city', 'Dallas');
  expect(errorsOf(ProfileForm, corrected, false, told)).toEqual({});
});

test('the form’s own error is shown before the server’s', () => {
  const told = serverIssues(
    new ApiError('invalid', 'No.', { issues: [{ field: 'lastName', message: 'is odd' }] }),
    values,
  );
  expect(errorsOf(ProfileForm, values, true, told).lastName).toBe('Last name is a required field');
});

test('a refusal without fields marks no field', () => {
  expect(serverIssues(new Error('The line is down.'), values)).toEqual([]);
  expect(serverIssues('odd', values)).toEqual([]);
});

test('a change at a path touches nothing beside it', () => {
  const list = { people: [{ name: 'Ada' }, { name: 'Bob' }], note: { text: 'x' } };
  const changed = withValueAt(list, 'people.1.name', 'Eve');
  expect(changed).toEqual({ people: [{ name: 'Ada' }, { name: 'Eve' }], note: { text: 'x' } });
  expect(list.people[1]?.name).toBe('Bob');
  expect(changed.people[0]).toBe(list.people[0]);
  expect(changed.note).toBe(list.note);
  expect(valueAt(changed, 'people.1.name')).toBe('Eve');
  expect(valueAt(changed, 'people.7.name')).toBeUndefined();
});
