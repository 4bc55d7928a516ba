import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { categories, services, wireValues } from '../../../src/contract/enums.ts';
import { formCategories } from '../../../src/contract/fields.ts';
import { findsNoBarrier } from '../support/axe.ts';
import { field, goTo, openApp } from '../support/openApp.ts';

const servicesOf = (category: (typeof formCategories)[number]) =>
  page.getByRole('group', { name: `${categories[category]} services`, exact: true, includeHidden: true });

beforeAll(() => openApp('client', '/jobs/listing/all'));
/** Opens the form, which comes after its page: it reads the draft first. */
async function openForm(): Promise<void> {
  await goTo('/jobs/create', 'New job');
  await expect.element(field('Street address')).toBeVisible();
}
beforeEach(openForm);

test('a job with errors counts them, focuses the first, and shows each beside its field', async () => {
  await page.getByRole('button', { name: 'Submit job' }).click();
  await expect
    .element(page.getByRole('heading', { name: /^There’s a problem with \d+ fields$/ }))
    .toBeVisible();
  await expect.element(field('Files')).toHaveFocus();
  await expect
    .element(servicesOf('STAMP'))
    .toHaveAccessibleDescription(expect.stringContaining('ev-service may have at least 1 value selected'));
  for (const choice of ['Property type', 'Request type', 'Delivery method']) {
    await expect
      .element(page.getByRole('radiogroup', { name: choice }))
      .toHaveAccessibleDescription(expect.stringContaining(`${choice} is a required field`));
  }
  await expect
    .element(field('Files'))
    .toHaveAccessibleDescription(expect.stringContaining('Attachment must have at least one file selected'));
  await findsNoBarrier();
});

test('the list of the errors goes down the page as its fields do', async () => {
  await page.getByRole('button', { name: 'Submit job' }).click();
  const links = page.getByRole('alert').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  const fields: Element[] = [];
  for (const link of links.elements()) {
    (link as HTMLElement).click();
    fields.push(document.activeElement as Element);
  }
  expect(fields.length).toBeGreaterThan(5);
  const inOrder = [...document.querySelectorAll('form *')].filter((one) => fields.includes(one));
  expect(fields.filter((one, at) => one !== fields[at - 1])).toEqual(inOrder);
});

test('each request type offers each service', async () => {
  for (const category of formCategories) {
    const offered = [...servicesOf(category).element().querySelectorAll('input')].map(({ value }) => value);
    expect(offered, category).toEqual(wireValues(services));
  }
});

test('the phone number is that of the profile, and can be changed', async () => {
  await expect.element(field('Phone number')).toHaveValue('(415) 555-0132');
  await field('Phone number').fill('(415) 555-0199');
  await expect.element(field('Phone number')).toHaveValue('(415) 555-0199');
});

test('a state is offered by code and name, and its name becomes the code', async () => {
  const state = field('State').element() as HTMLInputElement;
  expect([...(state.list?.options ?? [])].map(({ value, text }) => [value, text])).toContainEqual([
    'AZ',
    'Arizona',
  ]);
  await field('State').fill('arizona');
  await userEvent.tab();
  await expect.element(field('State')).toHaveValue('AZ');
  await field('State').fill('Ontario');
  await userEvent.tab();
  await expect.element(field('State')).toHaveValue('Ontario');
});

test('an address of a known job is suggested, and fills in all of its parts', async () => {
  await goTo('/jobs/listing/all');
  await expect.element(page.getByRole('button', { name: /^Open chat for/ }).first()).toBeVisible();
  await openForm();
  const street = field('Street address').element() as HTMLInputElement;
  const suggested = () => [...(street.list?.options ?? [])].map(({ value }) => value);
  await expect.poll(suggested).not.toEqual([]);
  const line = suggested()[0] ?? '';
  const [, streetName, city, state, zipcode] = /^(.*), (.*), (\S+) (\S+)$/.exec(line) ?? [];
  await field('Street address').fill(line);
  await expect.element(field('Street address')).toHaveValue(streetName);
  await expect.element(field('City')).toHaveValue(city);
  await expect.element(field('State')).toHaveValue(state);
  await expect.element(field('Zip code')).toHaveValue(zipcode);
});

test('an address that is pasted as a whole fills its fields, and anything else is pasted as usual', async () => {
  const paste = (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return field('Street address').element().dispatchEvent(event);
  };
  expect(paste('Tempe, AZ 85281')).toBe(true);
  expect(paste('12 Mesa Way\nTempe, AZ 85281\nUnited States')).toBe(false);
  for (const [label, value] of [
    ['Street address', '12 Mesa Way'],
    ['City', 'Tempe'],
    ['State', 'AZ'],
    ['Zip code', '85281'],
  ] as const)
    await expect.element(field(label)).toHaveValue(value);
});

test('the request type follows the first services, and another one asks for a service of its own', async () => {
  const type = page.getByRole('radiogroup', { name: 'Request type' });
  await servicesOf('STAMP').getByRole('checkbox', { name: 'Structural Review' }).click();
  await expect.element(type.getByRole('radio', { name: 'Stamp', exact: true })).toBeChecked();
  await type.getByRole('radio', { name: 'Re-stamp' }).click();
  await page.getByRole('button', { name: 'Submit job' }).click();
  const sentence = 'Select at least one service under “Re-stamp services”, or change the request type.';
  await expect.element(type).toHaveAccessibleDescription(expect.stringContaining(sentence));
  await servicesOf('RE_STAMP').getByRole('checkbox', { name: 'Structural Review' }).click();
  await expect.element(type).not.toHaveAccessibleDescription(expect.stringContaining(sentence));
});

test('delivery speed is asked for wet stamps only, and Other names the field of its description', async () => {
  const speed = page.getByRole('radiogroup', { name: 'Delivery speed' });
  const mode = page.getByRole('radiogroup', { name: 'Delivery method' });
  await mode.getByRole('radio', { name: 'Wet stamps' }).click();
  await speed.getByRole('radio', { name: 'Overnight' }).click();
  await mode.getByRole('radio', { name: 'Digital copy' }).click();
  await expect.element(speed).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Delivery speed is for wet stamps\./)).toBeVisible();
  await mode.getByRole('radio', { name: 'Wet stamps' }).click();
  await expect.element(speed.getByRole('radio', { name: 'Overnight' })).toBeChecked();
  await expect
    .element(servicesOf('STAMP').getByRole('checkbox', { name: 'Other (Specify in additional Comments)' }))
    .toBeInTheDocument();
  await expect
    .element(servicesOf('STAMP'))
    .toHaveAccessibleDescription(expect.stringContaining('go under Description'));
  await expect.element(field('Description')).toBeVisible();
});
