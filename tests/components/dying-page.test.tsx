import { beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession } from '../../src/outbox/records/sessionJournal.ts';

const ada = { uid: 'ada', email: 'ada@ev.test' };
const db = new Database({ indexedDB });
const draft = { owner: ada.email, uid: ada.uid, savedTimestamp: 1, form: 'new-job', id: 'd1', files: [] };

/** A page that loads the code which saves drafts; `die` removes it, with everything in it. */
async function openPage() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as unknown as Window &
    typeof globalThis & { rows: typeof import('../../src/outbox/records/draftRows.ts'); db: Database };
  const script = inner.document.createElement('script');
  script.type = 'module';
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  script.textContent = `
    window.rows = await import(${at('../../src/outbox/records/draftRows.ts')});
    const { Database } = await import(${at('../../src/outbox/records/database.ts')});
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

beforeAll(() => mirrorSession(db, { ...ada, idToken: 'h.p.s', exp: 4e9 }));

test('a page that dies between the request and the commit of a draft saves it, unless its user has signed out', async () => {
  async function saveAndDie(content: string): Promise<void> {
    const { inner, die } = await openPage();
    const { commit } = inner.IDBTransaction.prototype;
    const dead = new Promise<void>((resolve) => {
      inner.IDBTransaction.prototype.commit = function () {
        commit.call(this);
        die();
        resolve();
      };
    });
    const always = () => true;
    void inner.rows.putDraft(inner.db, { ...draft, content }, always, always);
    await dead;
    // Later transactions over the same stores begin after the dead page's.
    await db.erase(['drafts'], async () => undefined);
  }

  await saveAndDie('in time');
  expect(await stored()).toEqual(['in time']);
  await db.erase(['drafts'], (tx) => tx.objectStore('drafts').delete([ada.email, 'new-job']));
  await beginSignOut(db, { now: Date.now }, ada.uid, false);
  await saveAndDie('too late');
  expect(await stored()).toEqual([]);
});

test('a page that dies in the middle of a file leaves none of it after its user has signed out', async () => {
  const { inner, die } = await openPage();
  await beginSignOut(db, { now: Date.now }, ada.uid, false);
  const copying = inner.rows.putFileBytes(inner.db, ada.uid, 'f1', new inner.File(['bytes'], 'a.pdf'));
  await expect(copying).rejects.toMatchObject({ code: 'signed-out' });
  die();
  expect(await stored()).toEqual([]);
});
