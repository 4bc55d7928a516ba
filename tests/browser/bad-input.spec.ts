import { expect, type Page } from '@playwright/test';
import { samples } from '../support/sampleFiles.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { Person } from './support/person.ts';
import { test as base } from './support/product.ts';

const password = 'stamped-2026';
const files = [samples.pdf, samples.png].map(({ name, type = '', bytes }) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(bytes),
}));
const hostile = '<img src=x onerror="alert(1)"> قارب 🏠';

type Fixtures = {
  /** A line to the product that can be cut. */
  line: Awaited<ReturnType<typeof startTcpProxy>>;
  /** Somebody behind that line. */
  personOnLine(email: string): Promise<Person>;
};

const test = base.extend<Fixtures>({
  line: async ({ product }, use) => {
    const { hostname, port } = new URL(product.url);
    const line = await startTcpProxy({ host: hostname, port: Number(port) });
    await use(line);
    await line.close();
  },
  personOnLine: async ({ browser, contextOptions, line }, use) => {
    const problems: string[] = [];
    await use(async (email) => {
      const page = await (await browser.newContext(contextOptions)).newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('dialog', (dialog) => {
        if (dialog.type() === 'alert') problems.push(`alert: ${dialog.message()}`);
        void dialog.accept();
      });
      const person = new Person(page, `http://127.0.0.1:${line.port}`);
      await person.signIn(email, password);
      return person;
    });
    expect(problems).toEqual([]);
  },
});

type Typed = { project: string; street: string; note: string };

async function fillIn(client: Person, { project, street, note }: Typed): Promise<void> {
  await client.fill('Project name', project);
  await client.fill('Street', street);
  await client.fill('City', 'Boston');
  await client.fill('State', 'MA');
  await client.fill('Zip code', '02110-1234');
  await client.choose('Property type', 'Commercial');
  await client.choose('Request type', 'Stamp');
  await client.tick('Stamp services', 'Structural Review');
  await client.tick('Stamp services', 'Fault Study');
  await client.choose('Delivery mode', 'Wet stamps');
  await client.fill('Number of copies', '3');
  await client.page.getByLabel('Same as the property').check();
  await client.choose('Delivery', 'Overnight');
  await client.field('Files').setInputFiles(files);
  await client.fill('Reference links', 'https://maps.test/77');
  await client.fill('Note to EV', note);
}

async function expectAllThere(client: Person, { project, street, note }: Typed): Promise<void> {
  const { page } = client;
  await expect(client.field('Project name')).toHaveValue(project);
  await expect(client.field('Street')).toHaveValue(street);
  await expect(client.field('Zip code')).toHaveValue('02110-1234');
  await expect(page.getByRole('radio', { name: 'Commercial' })).toBeChecked();
  await expect(
    page.getByRole('group', { name: 'Stamp services' }).getByRole('checkbox', { checked: true }),
  ).toHaveCount(2);
  await expect(client.field('Number of copies')).toHaveValue('3');
  await expect(page.getByLabel('Same as the property')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Overnight' })).toBeChecked();
  await expect(client.field('Reference links')).toHaveValue('https://maps.test/77');
  await expect(client.field('Note to EV')).toHaveValue(note);
  for (const { name } of files) {
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
}

/** At once after the last key, which is before the draft is written by itself. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByText('Your draft is back.')).toBeVisible();
}

test('a new job loses nothing to mistakes, a refusal, a lost line or a reload, and is made once', async ({
  personOnLine,
  line,
}, { project: { name } }) => {
  const client = await personOnLine('client@ev.test');
  const { page } = client;
  const first = { project: `Refused ${name}`, street: `5 Twin Street, ${name}`, note: '' };
  const typed = {
    project: `${hostile} (${name})`,
    street: `9 Harbor Street, ${name}`,
    note: `שלום 🏗️ ${'long text '.repeat(900)}`.trim(),
  };

  await test.step('every error stands beside its field, and the first has the focus', async () => {
    await client.goTo('/jobs/create');
    await client.sees('New job');
    await client.press('Send job');
    await expect(page.getByRole('heading', { name: /^\d+ things need correcting$/ })).toBeVisible();
    await expect(client.field('Project name')).toBeFocused();
    for (const label of ['Project name', 'Street', 'City', 'State', 'Zip code', 'Links to documents']) {
      await expect(client.field(label)).toHaveAttribute('aria-invalid', 'true');
      await expect(client.field(label)).toHaveAccessibleDescription(/is a required field/);
    }
    await client.fill('Zip code', '1234');
    await expect(client.field('Zip code')).toHaveAccessibleDescription(
      /Zip code is not valid \(12345-6789\)/,
    );
    await client.findsNoBarrier();
  });

  await test.step('a job with the same services at the same address is made first', async () => {
    await fillIn(client, first);
    await client.press('Send job');
    await client.sees(first.project);
  });

  await test.step('the server refuses a second one, and all is still there, also after a reload', async () => {
    await client.goTo('/jobs/create');
    await client.sees('New job');
    await expect(client.field('Project name')).toHaveValue('');
    const again = { ...typed, street: first.street.toUpperCase() };
    await fillIn(client, again);
    await client.press('Send job');
    await expect(
      page.getByText("There's an existing job for with same requested services for the provided address."),
    ).toBeVisible();
    await expectAllThere(client, again);
    await reload(page);
    await expectAllThere(client, again);
    await client.fill('Street', typed.street);
  });

  await test.step('the line is cut, and all is still there, also after a reload', async () => {
    line.cut();
    await client.press('Send job');
    await expect(page.getByText('Your job may not have arrived.')).toBeVisible();
    await expectAllThere(client, typed);
    line.restore();
    await reload(page);
    await expectAllThere(client, typed);
    await client.findsNoBarrier();
  });

  await test.step('the answer is lost, and after a reload the same job is not made twice', async () => {
    line.cutAnswerTo('9 Harbor Street');
    await client.press('Send job');
    await expect(page.getByText('Your job may not have arrived.')).toBeVisible();
    line.restore();
    await reload(page);
    await expectAllThere(client, typed);
    await client.press('Send job');
    await client.sees(typed.project);
    await expect(page).toHaveURL(/\/jobs\/update\//);
    await expect(page.getByRole('button', { name: /^Show (plan|roof)/ })).toHaveCount(2);
    await client.findsNoBarrier();
    await client.goTo(`/jobs/listing/all?q=${encodeURIComponent(typed.street)}`);
    await expect(page.getByRole('button', { name: `Open chat of ${typed.project}` })).toHaveCount(1);
  });

  await test.step('the draft is gone after sending', async () => {
    await client.goTo('/jobs/create');
    await client.sees('New job');
    await expect(client.field('Project name')).toHaveValue('');
    await expect(page.getByText('Your draft is back.')).toHaveCount(0);
  });
});

test('an edit loses nothing to a reload or to what somebody else saved, and shows both versions', async ({
  personOnLine,
}, { project: { name } }) => {
  const client = await personOnLine('client@ev.test');
  const { page } = client;
  await client.goTo('/jobs/create');
  await client.sees('New job');
  await fillIn(client, { project: `Before ${name}`, street: `31 Edit Street, ${name}`, note: '' });
  await client.press('Send job');
  await client.sees(`Before ${name}`);
  const address = new URL(page.url()).pathname;

  await client.press('Edit job');
  await client.field('Add files').setInputFiles(files.slice(0, 1));
  await expect(page.getByRole('button', { name: `Remove ${files[0]?.name}` })).toBeVisible();
  await client.fill('Project name', `Mine ${name}`);
  await client.fill('Description', hostile);
  await reload(page);
  await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
  await expect(client.field('Description')).toHaveValue(hostile);
  await expect(page.getByRole('button', { name: `Remove ${files[0]?.name}` })).toBeVisible();

  const employee = await personOnLine('employee@ev.test');
  await employee.goTo(address);
  await employee.press('Edit job');
  await employee.fill('Project name', `Theirs ${name}`);
  await employee.press('Save changes');
  await employee.sees(`Theirs ${name}`);

  await client.press('Save changes');
  const both = page.getByRole('alert', { name: 'Changed meanwhile' });
  await expect(both).toContainText(`Mine ${name}`);
  await expect(both).toContainText(`Theirs ${name}`);
  await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
  await expect(client.field('Description')).toHaveValue(hostile);
  await client.findsNoBarrier();
  await both.getByRole('button', { name: /^Use this version of Project name: Saved by / }).click();
  await expect(client.field('Project name')).toHaveValue(`Theirs ${name}`);
  await both.getByRole('button', { name: 'Use this version of Project name: Yours' }).click();
  await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
  await client.press('Save changes');
  await client.sees(`Mine ${name}`);
  await expect(page.getByText(hostile).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show plan/ })).toHaveCount(2);
});
