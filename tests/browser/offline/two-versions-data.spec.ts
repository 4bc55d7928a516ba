import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { migrate } from '../../../server/data/db/migrate.ts';
import { supportedNeeds } from '../../../src/outbox/records/record.ts';
import { folderWithMigration } from '../../support/database/nextMigration.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import type { Change } from '../../support/run/plant.ts';
import { signInWithWorker } from '../support/onBadLine.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import { clientEmail, hashOf, Office, password } from '../support/outbox/office.ts';
import { acceptUpdate, findUpdate, testWith, versionOf } from '../support/updates.ts';

/** More than any record of the present version. */
const needs = supportedNeeds + 1;

/** A message needs a field that those of the present version do not have. */
const otherRecords: Change[] = [
  { in: 'src/outbox/records', symbol: 'CommonFields', find: 'v.literal(1)', instead: 'v.literal(2)' },
  {
    in: 'src/outbox/records',
    symbol: 'supportedNeeds',
    find: 'Math.max($$$needs)',
    instead: String(needs),
  },
  {
    in: 'src/outbox/kinds',
    symbol: 'MessagePayload',
    find: 'content: v.string(),',
    instead: 'content: v.string(), urgent: v.boolean()',
  },
  {
    in: 'src/outbox/records',
    find: 'const upcasters = {};',
    instead: `const upcasters: Readonly<Record<number, (row: object) => object>> = {
      1: (row) => {
        const old = row as { kind: string; payload: object };
        const payload = old.kind === 'message' ? { ...old.payload, urgent: false } : old.payload;
        return { ...old, payload, v: 2, needs: ${needs} };
      },
    };`,
  },
  { in: 'src/outbox/records', symbol: 'newRecord', find: 'v: 1,', instead: `v: 2, needs: ${needs}` },
  {
    in: 'src/outbox/records',
    symbol: 'newRecord',
    find: 'payload: draft.payload,',
    instead: "payload: draft.kind === 'message' ? { ...draft.payload, urgent: true } : draft.payload",
  },
];
/** The outbox's database has one store more. */
const otherDatabase: Change = {
  in: 'src/outbox/records',
  symbol: 'upgrades',
  find: '[(db) => { $$$steps }]',
  instead: "[(db) => { $$$steps }, (db) => { db.createObjectStore('labels'); }]",
};

/** A job has one field more, as the recipe adds it, which neither what was saved before nor the present server has. */
const otherContract: Change = {
  in: 'src/contract/jobs',
  symbol: 'addedFields',
  find: '({})',
  instead: "{ gateCode: { is: 'line', label: 'Gate code', column: 'gate_code' } }",
};

const test = testWith({
  present: [],
  /** Its records need more, and its database is the present one, so that windows of both can be open. */
  beside: otherRecords,
  next: [...otherRecords, otherDatabase, otherContract],
});

const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf.bytes) };

test('unsent messages, drafts, saved and persisted jobs and the database open with the next version, whose jobs have one more field', async ({
  newPerson,
  versions,
  line,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('Sent after the update', 1);
  const saved = await office.newJob('Saved before the update', 1);
  versions.deploy('present');
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, clientEmail, password);
  const isSaved = page.locator('label', { hasText: /^Available offline · \d/ });

  await test.step('a job is saved, a message with a file waits, and a new job is half typed', async () => {
    await person.goTo(`/jobs/update/${saved.jobId}`);
    await page.getByRole('switch', { name: 'Available offline' }).check();
    await expect(isSaved).toBeVisible();

    line.plan = ({ method, path }) =>
      method === 'POST' && path === '/api/jobs/update' ? { kind: 'cut before the body' } : null;
    await person.goTo(ChatTab.pathOf(job));
    const chat = new ChatTab(page, job);
    await chat.isRead();
    await chat.type('Written in the present version', [plan]);
    await chat.press();
    await chat.isTaken();
    await expect(person.bubble('Written in the present version')).toBeVisible();
    await person.goTo('/jobs/create');
    await person.fill('Project name', 'Typed in the present version');
    expect(await versionOf(page)).toBe('present');
  });

  await test.step('the database and the app are updated', async () => {
    const folder = await folderWithMigration(
      '999_mood.sql',
      "alter table messages add column mood text not null default ''; alter table jobs add column mood text",
    );
    expect(await product.whileStopped((db) => migrate(db, { folder }))).toEqual(['999_mood.sql']);
    await rm(folder, { recursive: true });
    versions.deploy('next');
    await findUpdate(page);
    await acceptUpdate(page, 'next');
  });

  await test.step('the draft is in its field, and the message waits with its file', async () => {
    await expect(person.field('Project name')).toHaveValue('Typed in the present version');
    await person.goTo(ChatTab.pathOf(job));
    const waiting = person.bubble('Written in the present version');
    await expect(waiting).toBeVisible();
    await expect(waiting.getByText(/plan.*\.pdf/)).toBeVisible();
    expect(await office.arrived(job.jobId)).toEqual([]);
  });

  await test.step('jobs of the server of the present version open', async () => {
    await person.goTo('/jobs/listing/all');
    await expect(page.getByText(saved.project).first()).toBeVisible();
    await person.goTo(`/jobs/update/${job.jobId}`, job.project);
    await expect(page.getByText('undefined')).toHaveCount(0);
  });

  await test.step('the saved job and its chat open without a connection', async () => {
    await line.line('dead');
    await person.goTo(`/jobs/update/${saved.jobId}`, saved.project);
    await expect(page.getByText('undefined')).toHaveCount(0);
    await expect(isSaved).toBeVisible();
    await person.press('Open chat');
    await expect(person.bubble(saved.asked[0]?.content ?? '')).toBeVisible();
    expect(await versionOf(page)).toBe('next');
  });

  await test.step('the message arrives once, before one of the next version', async () => {
    await person.goTo(ChatTab.pathOf(job));
    const chat = new ChatTab(page, job);
    await chat.show();
    await chat.type('Written in the next version', []);
    await chat.press();
    await chat.isTaken();
    line.plan = () => null;
    await line.line('up');
    await expect
      .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
      .toEqual([
        { content: 'Written in the present version', sha256: [hashOf(plan.buffer)] },
        { content: 'Written in the next version', sha256: [] },
      ]);
  });
});

test('a window of the present version beside the next one sends neither its messages nor passes them', async ({
  newPerson,
  versions,
  line,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('Two versions side by side', 1);
  const other = await office.newJob('Of the present version only', 1);
  versions.deploy('present');
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, clientEmail, password);
  const earlier = await page.context().newPage();
  await earlier.goto(`${person.url}${ChatTab.pathOf(job)}`);
  const old = new ChatTab(earlier, job);
  await old.isRead();
  await person.goTo(ChatTab.pathOf(job));
  const chat = new ChatTab(page, job);
  const openOutbox = () => earlier.getByRole('button', { name: /\. Open outbox$/ }).click();
  const outbox = earlier.getByRole('dialog', { name: 'Outbox' });
  const closeOutbox = () => earlier.keyboard.press('Escape');
  // A chunk that it has not loaded by now is missing later, and it would reload.
  await openOutbox();
  await expect(outbox.getByText('Your outbox is empty')).toBeVisible();
  await closeOutbox();

  await test.step('one window is updated, the other stays as it is', async () => {
    versions.deploy('beside');
    await findUpdate(page);
    await acceptUpdate(page, 'beside');
    expect(await versionOf(earlier)).toBe('present');
    line.plan = ({ method, path }) =>
      method === 'POST' && path === '/api/jobs/update' ? { kind: 'cut before the body' } : null;
  });

  const sentByEarlier: string[] = [];
  earlier.on('request', (request) => {
    if (request.method() === 'POST') sentByEarlier.push(request.postData() ?? request.url());
  });
  await test.step('a message of the next version waits, and the present one says why it sends nothing', async () => {
    await chat.show();
    await chat.type('Written in the next version', []);
    await chat.press();
    await chat.isTaken();
    await old.type('Written in the present version', []);
    await old.press();
    await old.isTaken();
    await openOutbox();
    await expect(outbox.getByText('1 item needs an update of EV Jobs')).toBeVisible();
    await closeOutbox();
    expect(await versionOf(earlier)).toBe('present');
  });

  await test.step('once connected it sends what is of another chat, and nothing of this one', async () => {
    await page.goto('about:blank');
    line.plan = () => null;
    const elsewhere = new ChatTab(earlier, other);
    await elsewhere.show();
    await elsewhere.type('Written in another chat', []);
    await elsewhere.press();
    await elsewhere.isTaken();
    await expect
      .poll(() => office.arrived(other.jobId), { timeout: 180_000 })
      .toEqual([{ content: 'Written in another chat', sha256: [] }]);
  });

  await test.step('the next version sends both, in their order', async () => {
    await page.goto(`${person.url}${ChatTab.pathOf(job)}`);
    await expect
      .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
      .toEqual([
        { content: 'Written in the next version', sha256: [] },
        { content: 'Written in the present version', sha256: [] },
      ]);
    expect(sentByEarlier.filter((body) => body.includes('Written in the'))).toEqual([]);
  });
});
