import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Shot } from '../../../src/contract/jobs/checklist.ts';
import type { Attachment } from '../../../src/contract/jobs/jobDetails.ts';
import { maxAskedShots, maxFiles, maxTextLength } from '../../../src/contract/limits.ts';
import { asText } from '../../../src/contract/lines.ts';
import type { ApprovedProfile } from '../../../src/contract/users/user.ts';
import { withWaitingShots } from '../../../src/features/checklists/waitingShots.ts';
import { isMissing, slotGroupsOf } from '../../../src/features/jobs/photos/slots.ts';
import { pageOutbox, preparePhotosBy, refreshRecords } from '../../../src/outbox/pageOutbox.ts';
import { OutboxError } from '../../../src/outbox/records/OutboxError.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { answerShot, askForShots, saveShot } from '../../../src/outbox/sends/sendShots.ts';
import { type FakeBackend, job } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { openTestPage, sender } from '../support/openTestOutbox.ts';

preparePhotosBy(async (photo) => photo);

let backend: FakeBackend;

beforeEach(async () => {
  backend = await openTestPage();
});

const client = { userType: 'CLIENT' } as ApprovedProfile;
const staff = { userType: 'EMPLOYEE' } as ApprovedProfile;

function shot(shotId: string, more: Partial<Shot> = {}): Shot {
  return { shotId, service: 'EE', name: `Shot ${shotId}`, hint: '', example: null, ...more };
}

function photo(name = 'roof.jpg'): File {
  return new File(['pixels'], name, { type: 'image/jpeg' });
}

function file(fileName: string, shotId: string): Attachment {
  return { key: fileName, fileName, shot: { shotId, name: `Shot ${shotId}` } } as Attachment;
}

describe('an answer to a shot', () => {
  test('is a message that names the shot, and its text makes sense alone', async () => {
    await answerShot(sender, job, client, { shotId: 'a', name: 'Array from the south' }, [photo()]);
    await inTheEnd(() => expect(backend.requests).toHaveLength(1));
    const [{ path, parts, fileNames } = { path: '', parts: {}, fileNames: [] }] = backend.requests;
    expect(path).toBe('/jobs/update');
    expect(parts).toMatchObject({
      'evCommunication.content': 'Photo for: Array from the south',
      'evCommunication.shot': 'a',
    });
    expect(fileNames).toHaveLength(1);
  });

  test('is in its slot while it waits, and once when it has arrived', async () => {
    backend.next('lost');
    await answerShot(sender, job, client, shot('a'), [photo()]);
    await refreshRecords();
    const slotsOf = (attachments: Attachment[]) =>
      slotGroupsOf({ ...job, attachments }, [shot('a'), shot('b')], waitingRecords())[0]?.slots ?? [];
    expect(slotsOf([]).map((slot) => slot.waiting.length)).toEqual([1, 0]);
    expect(slotsOf([]).map(isMissing)).toEqual([false, true]);
    const ofAnother = slotGroupsOf({ ...job, jobId: 'J2', attachments: [] }, [shot('a')], waitingRecords());
    expect(ofAnother[0]?.slots.map(isMissing)).toEqual([true]);
    const name = waitingRecords()[0]?.files[0]?.name ?? '';
    expect(slotsOf([file(name, 'a')])[0]).toMatchObject({ waiting: [], photos: [{ fileName: name }] });
  });
});

test('a photo that was refused leaves its shot missing, and stays in its slot with the reason', async () => {
  backend.next({ status: 422, errorMessage: 'Not like this.' });
  await answerShot(sender, job, client, shot('a'), [photo()]);
  await inTheEnd(async () => {
    await refreshRecords();
    expect(waitingRecords()[0]?.state).toBe('failed');
  });
  const [slot] = slotGroupsOf(job, [shot('a')], waitingRecords())[0]?.slots ?? [];
  expect(slot?.waiting).toHaveLength(1);
  expect(slot && isMissing(slot)).toBe(true);
});

test('a request for shots names them in its text and by their ids', async () => {
  await askForShots(sender, job, staff, [shot('a'), shot('b')]);
  await inTheEnd(() => expect(backend.requests).toHaveLength(1));
  const { parts } = backend.requests[0] ?? { parts: {} as Record<string, string> };
  // Multipart text has its own line ends.
  const lines = parts['evCommunication.content']?.split(/\r?\n/);
  expect(lines).toEqual(['Please add these photos:', '• Shot a', '• Shot b']);
  expect(parts['evCommunication.asks']).toBe('a,b');
});

test('a request for more shots than a message has room for is two, which name each once', async () => {
  const shots = Array.from({ length: 150 }, (_, n) => shot(`s${n}`, { name: `${n} `.padEnd(100, 'x') }));
  await askForShots(sender, job, staff, shots);
  await inTheEnd(() => expect(backend.requests).toHaveLength(2));
  const parts = backend.requests.map((request) => request.parts);
  expect(parts.map((part) => part['evCommunication.asks']).join()).toBe(
    shots.map(({ shotId }) => shotId).join(),
  );
  const texts = parts.map((part) => asText(part['evCommunication.content'] ?? ''));
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(maxTextLength);
  expect(texts.join('\n').split('• ')).toHaveLength(shots.length + 1);
});

test('more photos of one shot than a message may have are two messages', async () => {
  const photos = Array.from({ length: maxFiles + 1 }, (_, n) => photo(`roof ${n}.jpg`));
  await answerShot(sender, job, client, shot('a'), photos);
  await inTheEnd(() => expect(backend.requests).toHaveLength(2));
  expect(backend.requests.map(({ fileNames }) => fileNames.length)).toEqual([maxFiles, 1]);
  expect(backend.requests.map(({ parts }) => parts['evCommunication.shot'])).toEqual(['a', 'a']);
});

/** Lets the device store one message more. */
function hasRoomForOne(): void {
  const outbox = pageOutbox();
  const send = outbox.send.bind(outbox);
  let sends = 0;
  const spy = vi.spyOn(outbox, 'send').mockImplementation((...given) => {
    sends += 1;
    return sends > 1 ? Promise.reject(new OutboxError('full')) : send(...given);
  });
  onTestFinished(() => spy.mockRestore());
}

test('where only the first of two messages with photos can be stored, it is said how many were added', async () => {
  hasRoomForOne();
  const photos = Array.from({ length: maxFiles + 1 }, (_, n) => photo(`roof ${n}.jpg`));
  const answered = answerShot(sender, job, client, shot('a'), photos);
  await expect(answered).rejects.toThrow(
    `Only the first ${maxFiles} of ${maxFiles + 1} photos were added. Not sent: this device is out of storage.`,
  );
  await inTheEnd(() => expect(backend.requests).toHaveLength(1));
});

test('where only the first of two requests for shots can be stored, it is said how many were asked for', async () => {
  hasRoomForOne();
  const shots = Array.from({ length: maxAskedShots + 1 }, (_, n) => shot(`s${n}`));
  await expect(askForShots(sender, job, staff, shots)).rejects.toThrow(
    `Only the first ${maxAskedShots} of ${maxAskedShots + 1} photos were asked for. Not sent: this device is out of storage.`,
  );
  await inTheEnd(() => expect(backend.requests).toHaveLength(1));
});

test('an ordinary message names no shot', async () => {
  const { sendMessage } = await import('../../../src/outbox/sends/sendMessages.ts');
  const message = { jobId: 'J1', content: 'Hello', jobReporter: '', assignedTo: '' };
  await sendMessage(sender, { ...message, fromUserType: 'CLIENT' }, [], 'id-1');
  await inTheEnd(() => expect(backend.requests).toHaveLength(1));
  expect(Object.keys(backend.requests[0]?.parts ?? {}).filter((key) => /shot|asks/.test(key))).toEqual([]);
});

describe('the slots of a job', () => {
  test('are the lists of its services, with the newest photo first', () => {
    const attachments = [file('first.jpg', 'a'), file('second.jpg', 'a')];
    const shots = [shot('a'), shot('b'), shot('other', { service: 'PIL' })];
    const groups = slotGroupsOf({ ...job, attachments }, shots, []);
    expect(groups.map(({ title }) => title)).toEqual(['Electrical Review']);
    expect(groups[0]?.slots.map(({ shotId }) => shotId)).toEqual(['a', 'b']);
    expect(groups[0]?.slots[0]?.photos.map(({ fileName }) => fileName)).toEqual(['second.jpg', 'first.jpg']);
  });

  test('keep an answered shot that has left its list', () => {
    const groups = slotGroupsOf({ ...job, attachments: [file('old.jpg', 'gone')] }, [shot('a')], []);
    expect(groups.map(({ service, slots }) => [service, slots.map(({ name }) => name)])).toEqual([
      ['EE', ['Shot a']],
      [null, ['Shot gone']],
    ]);
  });
});

describe('a shot that an admin saves', () => {
  test('is sent in the lane of its list, and shown in its place while it waits', async () => {
    backend.always('lost');
    await saveShot(sender, { shotId: 'b', service: 'EE', name: 'B', hint: '', after: '' });
    await saveShot(sender, { shotId: 'a', service: 'EE', name: 'A', hint: '', removed: true });
    await refreshRecords();
    expect(new Set(waitingRecords().map(({ laneKey }) => laneKey))).toEqual(new Set(['checklist:EE']));
    const shown = withWaitingShots([shot('a'), shot('c')], waitingRecords());
    expect(shown.map(({ shotId, record }) => [shotId, record?.state === undefined])).toEqual([
      ['b', false],
      ['c', true],
    ]);
  });

  test('keeps its example until another one is sent', () => {
    const example = file('example.png', 'a');
    const change = (payload: object, files: unknown[] = []) =>
      [
        { kind: 'shot', state: 'queued', files, payload: { ...shot('a'), ...payload } },
      ] as unknown as OutboxRecord[];
    const exampleAfter = (records: OutboxRecord[]) =>
      withWaitingShots([shot('a', { example })], records)[0]?.example;
    expect(exampleAfter(change({ name: 'New' }))).toBe(example);
    expect(exampleAfter(change({ noExample: true }))).toBeNull();
    expect(exampleAfter(change({}, [{}]))).toBeNull();
  });
});
