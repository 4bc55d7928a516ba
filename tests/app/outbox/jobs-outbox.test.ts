import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { toastOutcomes } from '../../../src/features/jobs/bulk/bulkToasts.ts';
import { deliverableDraftName } from '../../../src/features/jobs/deliverables/deliverableDraft.ts';
import { emptyDeliverable } from '../../../src/features/jobs/deliverables/deliverableValues.ts';
import { baseOf, jobEditForm, newJobForm } from '../../../src/features/jobs/form/jobDraft.ts';
import { offerUndo, undoably } from '../../../src/features/jobs/form/undoableChanges.ts';
import {
  returnChangeToDraft,
  returnDeliverableToDraft,
  returnReportAsRevision,
  returnReportToDraft,
} from '../../../src/features/jobs/waiting/returnToDraft.ts';
import { prepareSend, readDraft, saveDraft } from '../../../src/outbox/drafts/drafts.ts';
import { Outbox } from '../../../src/outbox/Outbox.ts';
import { openOutbox, pageOutbox } from '../../../src/outbox/pageOutbox.ts';
import { followDeliveries } from '../../../src/outbox/queries/applyResponses.ts';
import { showRecordsOf } from '../../../src/outbox/records/waiting.ts';
import { waitingJobs, withWaitingChoices } from '../../../src/outbox/records/waitingJobs.ts';
import { discardJob, retryJob, returnJobToDraft } from '../../../src/outbox/sends/queuedJobs.ts';
import {
  type JobChanges,
  reportJob,
  type SendResult,
  updateJob,
} from '../../../src/outbox/sends/sendJobs.ts';
import { updateJobs, updateJobsHere } from '../../../src/outbox/sends/updateJobs.ts';
import { dismissToast, getToasts } from '../../../src/ui/feedback/toast.ts';
import { job, newJob } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { JobService } from '../../support/server/jobService.ts';
import { testBackend } from '../support/backend.ts';
import { calmEnvironment } from '../support/openTestOutbox.ts';

const backend = testBackend();
const ada = { uid: 'ada', email: 'ada@client.test' };
const token = { ...ada, exp: 4_000_000_000, idToken: `h.${btoa(JSON.stringify({ sub: ada.uid }))}.s` };
const plan = () => new File(['plan'], 'plan.pdf', { type: 'application/pdf' });

let service: JobService;
let stopFollowing: () => void = () => undefined;

beforeEach(() => {
  service = new JobService();
  backend.handle = service.handle;
  globalThis.indexedDB = new IDBFactory();
  queryClient.clear();
  open();
});

/** Opens the outbox as a window does, also after a reload. */
function open() {
  stopFollowing();
  stopFollowing = followDeliveries(openOutbox(calmEnvironment(async () => token)));
  showRecordsOf(null);
  showRecordsOf(ada);
}

async function reload() {
  await pageOutbox().close();
  open();
  await inTheEnd(() => expect(waitingJobs()).not.toEqual([]));
}

async function reconnect() {
  service.line = 'good';
  await pageOutbox().drain({ eager: true });
  await inTheEnd(() => expect(waitingJobs()).toEqual([]));
}

afterEach(async () => {
  for (const { id } of getToasts()) dismissToast(id);
  vi.restoreAllMocks();
  await pageOutbox().close();
  vi.unstubAllGlobals();
});

function change(changes: Partial<JobChanges>, version = 1): JobChanges {
  return { evJobId: 'J1', jobUpdateUser: ada.email, version, ...changes };
}

/** Waits until exactly these records wait and returns them: records are read a moment after they change. */
async function waiting(...expected: object[]) {
  await inTheEnd(() => expect(waitingJobs()).toMatchObject(expected));
  return waitingJobs();
}

/** Enqueues a job, and waits until everything that can be sent now was tried. */
async function report(...sending: Parameters<typeof reportJob>) {
  const sent = await reportJob(...sending);
  await pageOutbox().drain();
  return sent;
}

/** Enqueues a change as `report` does a job. */
async function update(...sending: Parameters<typeof updateJob>) {
  const sent = await updateJob(...sending);
  await pageOutbox().drain();
  return sent;
}

/** The key of what was enqueued. */
function keyOf(sent: SendResult): string {
  return 'clientId' in sent ? sent.clientId : '';
}

describe('a new job', () => {
  test('is sent at once under its record’s key, and is cached for its page', async () => {
    const sent = await report(newJob, { files: [plan()] });
    await inTheEnd(() =>
      expect(queryClient.getQueryData(keys.job('J2'))).toMatchObject({ project: job.project }),
    );
    expect(service.writes).toHaveLength(1);
    expect(service.writes[0]).toMatchObject({ path: '/jobs/report', key: `"${keyOf(sent)}"` });
    expect(service.writes[0]?.fileNames[0]).toMatch(/^plan\.\d{8}T\d{6}\.pdf$/);
    await inTheEnd(() => expect(waitingJobs()).toEqual([]));
  });

  test('waits on the device while offline, over a reload, and is created once when back online', async () => {
    service.line = 'cut';
    const sent = await report(newJob, { files: [plan()] });
    expect(sent.is).toBe('queued');
    await reload();
    const [record] = await waiting({ kind: 'report', payload: { project: job.project } });
    await reconnect();
    expect(service.writes).toHaveLength(1);
    expect(service.writes[0]?.key).toBe(`"${record?.clientId}"`);
    expect(service.writes[0]?.body.jobCode).toBe(record?.payload.jobCode);
    expect(service.writes[0]?.fileNames).toEqual(record?.files.map(({ name }) => name));
    expect(service.jobs.size).toBe(2);
  });

  test('is not risked on a connection without recent responses', async () => {
    service.line = 'cut';
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    expect((await report(newJob)).is).toBe('queued');
    await inTheEnd(() => expect(waitingJobs()).toMatchObject([{ state: 'queued', maybeSent: false }]));
  });

  test('is not created twice when its response was lost', async () => {
    service.line = 'mute';
    expect((await report(newJob, { files: [plan()] })).is).toBe('queued');
    await waiting({ state: 'uncertain' });
    await reconnect();
    const [first, second] = service.writes;
    expect(second).toEqual(first);
    expect(service.jobs.size).toBe(2);
  });

  test('stays whole in the outbox when it is refused, and returns to its form with what is wrong', async () => {
    const issues = [{ field: 'project', message: 'is a required field' }];
    service.refusals.push({ status: 422, body: { errorMessage: 'No.', code: 'invalid', issues } });
    await report(newJob, { files: [plan()] });
    const [record] = await waiting({ state: 'failed', error: { code: 'invalid', issues } });
    if (!record) throw new Error('Nothing waits.');
    expect(await returnReportToDraft(record)).toEqual({});
    const draft = await readDraft(ada.email, 'new-job');
    expect(draft?.content).toMatchObject({ values: { project: newJob.project }, issues });
    expect(draft?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    expect(await pageOutbox().records(ada.uid)).toEqual([]);
  });

  test('names the existing job when it is a duplicate, and becomes the draft of a revision of it, with its files', async () => {
    service.refusals.push({
      status: 409,
      body: { errorMessage: 'There is.', code: 'duplicate-job', jobId: 'J1' },
    });
    await report({ ...newJob, project: 'Typed by hand' }, { files: [plan()] });
    const [record] = await waiting({ state: 'failed', error: { code: 'duplicate-job', jobId: 'J1' } });
    if (!record) throw new Error('Nothing waits.');
    queryClient.setQueryData(keys.job('J1'), { ...job, jobReporter: 'owner@client.test' });
    expect(await returnReportAsRevision(record, 'J1')).toEqual({ revisionOf: 'J1' });
    const left = await readDraft(ada.email, newJobForm({ revisionOf: 'J1' }));
    expect(left?.content).toMatchObject({
      values: { project: 'Typed by hand', jobReporter: 'owner@client.test' },
    });
    expect(left?.missing).toEqual([]);
    expect(left?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    expect(await left?.files[0]?.text()).toBe('plan');
  });

  test('gets another code when its code is taken', async () => {
    service.refusals.push({ status: 409, body: { errorMessage: 'Taken.', code: 'code-taken' } });
    await report(newJob, { files: [plan()] });
    await inTheEnd(() => expect(service.jobs.size).toBe(2));
    const [first, second] = service.writes;
    expect(second?.body.jobCode).not.toBe(first?.body.jobCode);
    expect(second?.key).not.toBe(first?.key);
    expect(second?.fileNames).toEqual(first?.fileNames);
  });

  test('lets its author go on before any response', async () => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    backend.handle = (_, response) => resolve(() => response.destroy());
    expect((await reportJob(newJob)).is).toBe('queued');
    await waiting({ payload: { project: job.project } });
    (await promise)();
  });

  test('is sent directly where the browser stores nothing, and a repeat is the same request', async () => {
    await pageOutbox().close();
    vi.spyOn(globalThis.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Denied.', 'SecurityError');
    });
    open();
    const files = [plan()];
    service.line = 'mute';
    await expect(reportJob(newJob, { files })).rejects.toMatchObject({ definite: false });
    service.line = 'good';
    expect((await reportJob(newJob, { files })).is).toBe('delivered');
    expect(service.jobs.size).toBe(2);
    await expect(reportJob(newJob)).resolves.toMatchObject({ is: 'delivered' });
    expect(service.jobs.size).toBe(3);
  });

  test('stays in its form on a device without room', async () => {
    vi.stubGlobal('navigator', {
      locks: navigator.locks,
      storage: { estimate: async () => ({ quota: 10, usage: 5 }) },
    });
    await expect(reportJob(newJob, { files: [plan()] })).rejects.toMatchObject({ code: 'full' });
    expect(service.writes).toEqual([]);
  });

  test('names a file that can no longer be read', async () => {
    const lost = plan();
    lost.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    await expect(reportJob(newJob, { files: [lost] })).rejects.toThrow('Couldn’t read “plan.pdf”');
  });
});

describe('a job that waits to be sent', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: navigator.locks, onLine: false });
    service.line = 'cut';
  });

  function goOnline() {
    vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
    service.line = 'good';
  }

  test('has not left, and becomes the draft of its form again, with its files', async () => {
    await report(newJob, { files: [plan()] });
    const [record] = await waiting({ state: 'queued' });
    if (!record) throw new Error('Nothing waits.');
    await returnJobToDraft(record, 'new-job', { project: newJob.project });
    expect(waitingJobs()).toEqual([]);
    goOnline();
    await pageOutbox().drain({ eager: true });
    expect(service.writes).toEqual([]);
    const draft = await readDraft(ada.email, 'new-job');
    expect(draft).toMatchObject({ content: { project: newJob.project }, missing: [] });
    expect(draft?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    expect(await draft?.files[0]?.text()).toBe('plan');

    const again = { files: draft?.files ?? [], sent: await prepareSend(ada.email, 'new-job') };
    await report({ ...newJob, project: 'Better' }, again);
    await inTheEnd(() =>
      expect([...service.jobs.values()]).toContainEqual(expect.objectContaining({ project: 'Better' })),
    );
    expect(service.writes.map(({ key }) => key)).not.toContain(`"${record.clientId}"`);
    expect(service.jobs.size).toBe(2);
    expect(await readDraft(ada.email, 'new-job')).toBeNull();
  });

  test('stays where it is when its form has a draft, which nothing replaces', async () => {
    await report(newJob);
    const [record] = await waiting({ kind: 'report' });
    if (!record) throw new Error('Nothing waits.');
    await saveDraft(ada.email, 'new-job', { project: 'Half typed' });
    await expect(returnJobToDraft(record, 'new-job', {})).rejects.toMatchObject({ code: 'has-draft' });
    expect(await readDraft(ada.email, 'new-job')).toMatchObject({ content: { project: 'Half typed' } });
    goOnline();
    await retryJob(record);
    await inTheEnd(() => expect(service.jobs.size).toBe(2));
    expect(service.writes[0]?.key).toBe(`"${record.clientId}"`);
  });

  test('can be deleted, and restored with its files', async () => {
    await report(newJob, { files: [plan()] });
    const [record] = await waiting({ kind: 'report' });
    if (!record) throw new Error('Nothing waits.');
    const restore = await discardJob(record);
    await inTheEnd(() => expect(waitingJobs()).toEqual([]));
    await restore();
    const [again] = await waiting({ payload: record.payload, files: [{ chosenName: 'plan.pdf' }] });
    const [file] = (await pageOutbox().files(again as typeof record)) ?? [];
    expect(file?.chunks.map((bytes) => Buffer.from(bytes).toString())).toEqual(['plan']);
  });
});

describe('a change of a job', () => {
  test('that is stale stays in the outbox for its author', async () => {
    await update(change({ project: 'Mine' }, 0));
    await waiting({ state: 'failed', error: { code: 'stale' }, payload: { project: 'Mine', version: 0 } });
    expect(service.jobs.get('J1')).toMatchObject({ project: job.project });
  });

  test('that is stale only because of what no form has is sent again for the job as it is now', async () => {
    const now = { ...job, version: 4 };
    service.jobs.set('J1', now);
    const body = { errorMessage: 'Changed.', code: 'stale', job: now, changed: ['jobAttachmentFiles'] };
    service.refusals.push({ status: 409, body });
    await update(change({ project: 'Mine' }));
    await inTheEnd(() => expect(service.jobs.get('J1')).toMatchObject({ project: 'Mine', version: 5 }));
    expect(service.writes.map((write) => write.body.version)).toEqual([1, 4]);
    expect(new Set(service.writes.map(({ key }) => key)).size).toBe(2);
  });

  test('stores what its form needs without sending it', async () => {
    service.line = 'cut';
    await update(change({ project: 'Mine' }), { context: { base: 'as read' } });
    await waiting({ jobId: 'J1', context: { base: 'as read' } });
    await reconnect();
    expect(service.writes[0]?.body).toEqual(change({ project: 'Mine' }));
  });

  test('that waits becomes the draft of the job’s form again, or of that of a deliverable', async () => {
    service.line = 'cut';
    await update(change({ project: 'Mine' }), { context: { base: baseOf(job) } });
    const [first] = await waiting({ jobId: 'J1' });
    if (!first) throw new Error('Nothing waits.');
    await returnChangeToDraft(first, job);
    const edit = await readDraft(ada.email, jobEditForm('J1'));
    expect(edit?.content).toMatchObject({ values: { project: 'Mine' }, base: { version: job.version } });
    const { files: _, ...deliverable } = emptyDeliverable(job).deliverable;
    await update(change({ deliverable: { ...deliverable, note: 'Sheet 2' } }), { files: [plan()] });
    const [second] = await waiting({ jobId: 'J1' });
    if (!second) throw new Error('Nothing waits.');
    await returnDeliverableToDraft(second);
    const added = await readDraft(ada.email, deliverableDraftName('J1'));
    expect(added?.content).toMatchObject({ values: { note: 'Sheet 2' } });
    expect(added?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    expect(waitingJobs()).toEqual([]);
    service.line = 'good';
    await pageOutbox().drain({ eager: true });
    expect(service.writes).toEqual([]);
  });

  test('waits for an earlier one and starts from the version that one makes', async () => {
    service.line = 'cut';
    await update(change({ status: 'ON_HOLD' }));
    await update(change({ jobDescription: 'Bring a ladder' }));
    await update(change({ project: 'Elm' }));
    await reconnect();
    expect(service.writes.map(({ body }) => body.version)).toEqual([1, 2, 3]);
    expect(service.jobs.get('J1')).toMatchObject({
      status: 'ON_HOLD',
      jobDescription: 'Bring a ladder',
      project: 'Elm',
      version: 4,
    });
  });

  test('waits for a decision when the earlier one was made from another version', async () => {
    service.line = 'cut';
    await update(change({ status: 'ON_HOLD' }));
    await update(change({ project: 'Elm' }, 0));
    service.line = 'good';
    await pageOutbox().drain({ eager: true });
    await waiting({ state: 'failed', error: { code: 'stale' }, payload: { version: 0 } });
    expect(service.jobs.get('J1')).toMatchObject({ status: 'ON_HOLD', project: job.project });
  });

  test('starts from the response to the earlier one’s retry, not from later changes of others', async () => {
    service.line = 'mute';
    await update(change({ status: 'ON_HOLD' }));
    await update(change({ project: 'Elm' }));
    await waiting({ state: 'uncertain' }, { state: 'queued' });
    const now = service.jobs.get('J1');
    if (now) service.jobs.set('J1', { ...now, assignedTo: 'somebody', version: 3 });
    service.line = 'good';
    await pageOutbox().drain({ eager: true });
    await waiting({ state: 'failed', error: { code: 'stale' }, payload: { version: 2 } });
    expect(service.jobs.get('J1')).toMatchObject({ project: job.project, version: 3 });
  });
});

describe('changes of several jobs', () => {
  const changesOf = (jobIds: readonly string[]) =>
    jobIds.map((evJobId) => ({ changes: { ...change({ status: 'ON_HOLD' }), evJobId } }));

  beforeEach(() => {
    for (const jobId of ['J2', 'J3']) service.jobs.set(jobId, { ...job, jobId });
  });

  const inWords = (jobs: Iterable<{ status: string }>) => [...jobs].map(({ status }) => status).join(' ');
  const statuses = () => inWords(service.jobs.values());
  const rowsShown = () => inWords(withWaitingChoices([...service.jobs.values()], waitingJobs()));
  const texts = () => getToasts().map(({ text }) => text);

  /** Puts three jobs on hold as the list does, with its toast. */
  async function putOnHold() {
    const { clientIds } = await updateJobs(changesOf(['J1', 'J2', 'J3']), undoably);
    offerUndo(clientIds, '3 jobs moved to On hold.', { many: toastOutcomes() });
    await waiting({ jobId: 'J1' }, { jobId: 'J2' }, { jobId: 'J3' });
    return clientIds;
  }

  function undo() {
    vi.stubGlobal('document', { activeElement: null });
    for (const { action } of getToasts()) action?.run();
  }

  test('of a screen that says what is refused leave the outbox when they are', async () => {
    service.jobs.set('J2', { ...job, jobId: 'J2', version: 7 });
    const refusals: string[] = [];
    await updateJobsHere(changesOf(['J1', 'J2', 'J3']), ({ message }) => refusals.push(message));
    await inTheEnd(async () => expect(await pageOutbox().records(ada.uid)).toEqual([]));
    expect(statuses()).toBe('ON_HOLD IN_PROGRESS ON_HOLD');
    expect(refusals).toEqual(['Changed.']);
  });

  test('all wait while offline, and arrive one by one; a refused one stays in the outbox', async () => {
    service.jobs.set('J2', { ...job, jobId: 'J2', version: 7 });
    service.line = 'cut';
    await updateJobs(changesOf(['J1', 'J2', 'J3']));
    await waiting({ jobId: 'J1' }, { jobId: 'J2' }, { jobId: 'J3' });
    service.line = 'good';
    await pageOutbox().drain({ eager: true });
    await waiting({ jobId: 'J2', state: 'failed', error: { code: 'stale' } });
    expect(statuses()).toBe('ON_HOLD IN_PROGRESS ON_HOLD');
  });

  test('are shown in their rows while they wait, and all taken back by one undo', async () => {
    await putOnHold();
    expect(rowsShown()).toBe('ON_HOLD ON_HOLD ON_HOLD');
    undo();
    await inTheEnd(() => expect(texts()).toEqual(['Undid changes to 3 jobs.']));
    await waiting();
    expect(rowsShown()).toBe('IN_PROGRESS IN_PROGRESS IN_PROGRESS');
    await pageOutbox().drain({ eager: true });
    expect(service.writes).toEqual([]);
  });

  test('that have left, or arrive while they are being taken back, are not called undone', async () => {
    const [first = '', second = ''] = await putOnHold();
    await pageOutbox().retry(ada.uid, first);
    await waiting({ jobId: 'J2' }, { jobId: 'J3' });
    const { discardUnsent } = Outbox.prototype;
    vi.spyOn(Outbox.prototype, 'discardUnsent').mockImplementationOnce(async function (
      this: Outbox,
      ...record
    ) {
      await this.retry(ada.uid, second);
      await inTheEnd(() => expect(service.jobs.get('J2')?.status).toBe('ON_HOLD'));
      return discardUnsent.apply(this, record);
    });
    undo();
    const left = 'Changes to 2 jobs were sent already. Change the jobs to undo them.';
    await inTheEnd(() => expect(texts()).toEqual([`Undid changes to 1 job. ${left}`]));
    expect(statuses()).toBe('ON_HOLD ON_HOLD IN_PROGRESS');
  });

  test('that are refused show their jobs as they were, and one toast says where they are', async () => {
    for (const jobId of ['J2', 'J3']) service.jobs.set(jobId, { ...job, jobId, version: 7 });
    await putOnHold();
    await pageOutbox().sendUndoable();
    await waiting({ jobId: 'J2', state: 'failed' }, { jobId: 'J3', state: 'failed' });
    const refused = 'Couldn’t change 2 jobs. Changed. The changes are in your outbox.';
    await inTheEnd(() => expect(texts()).toEqual([refused]));
    expect(rowsShown()).toBe('ON_HOLD IN_PROGRESS IN_PROGRESS');
  });
});
