import { beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession } from '../../src/outbox/records/sessionJournal.ts';

const ada = { uid: 'ada', email: 'ada@ev.test' };
const db = new Database({ indexedDB });
const form = 'new-job';

/** A page that loads the code which saves drafts; `die` closes it, with everything in it. */
async function openPage() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as unknown as Window &
    typeof globalThis & {
      drafts: typeof import('../../src/outbox/drafts/drafts.ts');
      rows: typeof import('../../src/outbox/records/draftRows.ts');
      db: Database;
      openDraft: typeof import('../../src/outbox/drafts/openDrafts.ts')['openDraft'];
    };
  const script = inner.document.createElement('script');
  script.type = 'module';
  script.textContent = `
    const { showRecordsOf } = await import('/src/outbox/records/waiting.ts');
    showRecordsOf(${JSON.stringify(ada)});
    window.rows = await import('/src/outbox/records/draftRows.ts');
    window.drafts = await import('/src/outbox/drafts/drafts.ts');
    window.openDraft = (await import('/src/outbox/drafts/openDrafts.ts')).openDraft;
    const { Database } = await import('/src/outbox/records/database.ts');
    window.db = new Database({ indexedDB });
    await window.db.read(['drafts'], (tx) => tx.objectStore('drafts').count());
    window.isReady = true;`;
  inner.document.body.append(script);
  await expect.poll(() => 'isReady' in inner).toBe(true);
  return { inner, die: () => frame.remove() };
}

async function stored(): Promise<unknown[]> {
  return db.read(['drafts', 'draftChunks'], async (tx) => [
    ...(await tx.objectStore('drafts').getAll()).map(({ content }) => content),
    ...(await tx.objectStore('draftChunks').getAllKeys()),
  ]);
}

/** What the next page finds, and what is stored once it has looked. */
async function found(): Promise<unknown[]> {
  const { inner, die } = await openPage();
  await inner.drafts.readDraft(ada.email, form);
  die();
  return stored();
}

beforeAll(() => mirrorSession(db, { ...ada, idToken: 'h.p.s', exp: 4e9 }));

test('a page that dies between the request and the commit of a draft saves it, unless its user has signed out', async () => {
  async function typeAndDie(text: string): Promise<void> {
    const { inner, die } = await openPage();
    const draft = inner.openDraft<{ text: string }>(ada.email, form, {
      fits: (_): _ is { text: string } => true,
    });
    await draft.read();
    // Another window's transaction, for which those of the page wait: Chromium drops what a closed page has requested in them.
    let isDead = false;
    const other = db.erase(['drafts'], async (tx) => {
      while (!isDead) await tx.objectStore('drafts').get(['', '']);
    });
    draft.put({ content: { text }, files: [] });
    die();
    isDead = true;
    await other;
  }

  await typeAndDie('in time');
  expect(await found()).toEqual([{ text: 'in time' }]);
  await db.erase(['drafts'], (tx) => tx.objectStore('drafts').delete([ada.email, form]));
  await beginSignOut(db, { now: Date.now }, ada.uid, false);
  await typeAndDie('too late');
  expect(await found()).toEqual([]);
  expect({ ...localStorage }).toEqual({});
});

test('a page that dies in the middle of a file leaves none of it after its user has signed out', async () => {
  const { inner, die } = await openPage();
  await beginSignOut(db, { now: Date.now }, ada.uid, false);
  const copying = inner.rows.putFileBytes(inner.db, ada.uid, 'f1', new inner.File(['bytes'], 'a.pdf'));
  await expect(copying).rejects.toMatchObject({ code: 'signed-out' });
  die();
  expect(await stored()).toEqual([]);
});
