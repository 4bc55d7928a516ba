import { expect, test } from 'vitest';
import type { Draft } from '../../src/outbox/records/record.ts';
import { ada, lost, message, refusedWith, settled, statesOf, testDevice, toggle } from './support.ts';

/** A message that marks others as addressed. */
function answer(content: string, ...addressed: string[]): Draft {
  const draft = message(content);
  return { ...draft, payload: { ...draft.payload, addressed } } as Draft;
}

/** A server that marks messages with the one that answers them. */
function marking(...addressed: string[]) {
  return async () => ({ serverId: 's', answer: { addressed } });
}

function sent(device: ReturnType<typeof testDevice>) {
  return device.sent.map(({ record }) => {
    if (record.kind === 'message') return [record.payload.content, ...(record.payload.addressed ?? [])];
    return record.kind === 'toggle' ? [record.payload.communicationId, record.payload.target] : [];
  });
}

test('marks that the server made with the message are not made again', async () => {
  const device = testDevice();
  device.answers.push(marking('m-1', 'm-2'));
  await device.page().send(ada, answer('Done', 'm-1', 'm-2'));
  await settled();
  expect(sent(device)).toEqual([['Done', 'm-1', 'm-2']]);
});

test('a message that was refused is sent again with its marks', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422));
  const page = device.page();
  const { clientId } = await page.send(ada, answer('Done', 'm-1'));
  await settled();
  expect(sent(device)).toEqual([['Done', 'm-1']]);
  await page.retry(ada.uid, clientId);
  await settled();
  expect(sent(device).slice(1)).toEqual([['Done', 'm-1']]);
});

test('a page killed after the response sends the message again, with its marks', async () => {
  const device = testDevice();
  device.session = null;
  await device.page().send(ada, answer('Done', 'm-1'));
  device.session = ada;
  const dead = device.page();
  const write = dead.db.write.bind(dead.db);
  let isDead = false;
  device.answers.push(async () => {
    isDead = true;
    return { serverId: 's', answer: null };
  });
  // The response has come; what it says is not written any more.
  dead.db.write = (...args) => (isDead ? new Promise(() => undefined) : write(...args));
  void dead.drain();
  await settled();
  expect(sent(device)).toEqual([['Done', 'm-1']]);
  const next = device.page();
  await device.pass(10 * 60_000);
  await next.drain({ eager: true });
  await settled();
  expect(sent(device).slice(1)).toEqual([['Done', 'm-1']]);
});

test('an unsent toggle gives way to a later message that marks the same', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  await page.send(ada, toggle('NEW'));
  await page.send(ada, answer('Done', 'm-1'));
  device.session = ada;
  device.answers.push(marking('m-1'));
  await page.drain();
  await settled();
  expect(sent(device)).toEqual([['Done', 'm-1']]);
});

test('a later toggle takes its message out of those that an unsent message marks', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  await page.send(ada, answer('Done', 'm-1', 'm-2'));
  await page.send(ada, answer('Again', 'm-1'));
  await page.send(ada, toggle('NEW'));
  const payloads = (await page.records(ada.uid)).map(({ payload }) => payload);
  expect(payloads).toMatchObject([{ addressed: ['m-2'] }, {}, { target: 'NEW' }]);
  expect(payloads[1]).not.toHaveProperty('addressed');
});

test('a later toggle waits for a message that may have arrived, so that it has the last word', async () => {
  const device = testDevice();
  device.answers.push(lost, lost);
  const page = device.page({ lock: null });
  await page.send(ada, answer('Done', 'm-1'));
  await settled();
  await page.send(ada, toggle('NEW'));
  await settled();
  await page.drain({ eager: true });
  await settled();
  expect(sent(device).at(-1)).toEqual(['m-1', 'NEW']);
  const order = sent(device).map(([first]) => first);
  expect(order.indexOf('m-1')).toBeGreaterThan(order.lastIndexOf('Done'));
  expect((await statesOf(page)).filter(([, state]) => state !== 'acked')).toEqual([]);
});

test('a refused message delays no toggle of what it was to mark', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422));
  const page = device.page();
  await page.send(ada, answer('Done', 'm-1'));
  await settled();
  await page.send(ada, toggle('ADDRESSED'));
  await settled();
  expect(sent(device).at(-1)).toEqual(['m-1', 'ADDRESSED']);
});

test('a message that is refused after a toggle was chosen does not undo it when it is tried again', async () => {
  const device = testDevice();
  const refusing = Promise.withResolvers<void>();
  device.answers.push(async () => {
    await refusing.promise;
    return refusedWith(422)();
  });
  const page = device.page();
  const { clientId } = await page.send(ada, answer('Done', 'm-1', 'm-2'));
  await settled();
  await page.send(ada, toggle('NEW'));
  refusing.resolve();
  await settled();
  await page.retry(ada.uid, clientId);
  await settled();
  expect(sent(device)).toEqual([
    ['Done', 'm-1', 'm-2'],
    ['m-1', 'NEW'],
    ['Done', 'm-2'],
  ]);
});

test('a refused toggle is gone once a later message has marked the same', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(403), marking('m-1'));
  const page = device.page();
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(await statesOf(page)).toEqual([['NEW', 'failed']]);
  await page.send(ada, answer('Done', 'm-1'));
  await settled();
  expect(await statesOf(page)).toEqual([['Done', 'acked']]);
});

test('an edit of a message leaves to a toggle what that has chosen since the edit began', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  const { clientId, payload } = await page.send(ada, answer('Done', 'm-1', 'm-2'));
  await page.pause(ada.uid, clientId);
  await page.send(ada, toggle('NEW'));
  await page.edit(ada.uid, clientId, { ...payload, content: 'Done now' } as typeof payload);
  const [edited] = await page.records(ada.uid);
  expect(edited?.payload).toMatchObject({ content: 'Done now', addressed: ['m-2'] });
});

test('a toggle does not wait for a message that waits behind a refused one', async () => {
  const device = testDevice();
  device.answers.push(refusedWith(422), lost);
  const page = device.page();
  const refused = await page.send(ada, message('Refused'));
  await page.send(ada, answer('Done', 'm-1'));
  await settled();
  const [record] = await page.records(ada.uid);
  const undo = await page.discardWithUndo(record ?? refused);
  await settled();
  await undo();
  await page.send(ada, toggle('NEW'));
  await settled();
  expect(sent(device)).toEqual([['Refused'], ['Done', 'm-1'], ['m-1', 'NEW']]);
});

test('a toggle goes on soon after the page that sent the message before it was killed', async () => {
  const device = testDevice();
  device.session = null;
  const page = device.page();
  await page.send(ada, answer('Done', 'm-1'));
  device.session = ada;
  const arriving = Promise.withResolvers<void>();
  device.answers.push(async () => {
    await arriving.promise;
    return { serverId: 's', answer: { addressed: ['m-1'] } };
  });
  let isDead = false;
  const silent = { post: () => undefined, listen: () => () => undefined };
  const dead = device.page({ channel: silent, token: async () => (isDead ? 'later' : device.token(false)) });
  void dead.drain();
  await settled();
  // The message arrives just after the toggle has found that it waits.
  const { db } = page;
  const write = db.write.bind(db);
  db.write = async (...args) => {
    const result = await write(...args);
    if ((result as { isWaiting?: boolean })?.isWaiting && !isDead) {
      isDead = true;
      arriving.resolve();
      await settled();
    }
    return result;
  };
  await page.send(ada, toggle('NEW'));
  await settled();
  await settled();
  expect([isDead, sent(device)]).toEqual([true, [['Done', 'm-1']]]);
  await device.pass(60_000);
  expect(sent(device)).toEqual([
    ['Done', 'm-1'],
    ['m-1', 'NEW'],
  ]);
});
