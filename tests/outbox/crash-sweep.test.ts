import { afterAll, expect, test } from 'vitest';
import { upcasters } from '../../src/outbox/records/record.ts';
import { upgrades } from '../../src/outbox/records/schema.ts';
import { type Deed, sweep } from './model/crashSweep.ts';
import { Context, rawRecords } from './model/device.ts';
import { signOut } from './model/leaving.ts';
import type { WireFault } from './model/names.ts';
import * as person from './model/person.ts';
import type { Scene } from './model/Scene.ts';
import * as typing from './model/typing.ts';

const page = (scene: Scene) => scene.pages[0] as Context;
const counts: string[] = [];

/** Leaves everything in the queue until the deed begins. */
function waiting(write: (scene: Scene) => void): (scene: Scene) => void {
  return (scene) => {
    scene.backend.isLineDown = true;
    write(scene);
  };
}

function mixed(scene: Scene): void {
  person.write(scene, page(scene), 'j0');
  person.write(scene, page(scene), 'j0', 2);
  person.writeTwice(scene, page(scene));
  person.turnMark(scene, page(scene), 0);
  person.reportJob(scene, page(scene), 1);
  person.updateJob(scene, page(scene), 'j1');
}

function drain(scene: Scene): void {
  scene.backend.isLineDown = false;
  void page(scene).outbox.drain({ eager: true });
}

function oneWith(...faults: WireFault[]): (scene: Scene) => void {
  return (scene) => {
    scene.backend.nextFaults.push(...faults);
    person.write(scene, page(scene), 'j0', 1);
    person.write(scene, page(scene), 'j0');
  };
}

/** Refuses a message and does something about it. */
function afterRefusal(act: (scene: Scene) => void): Pick<Deed, 'before' | 'act'> {
  return { before: oneWith('422'), act };
}

/** Changes one job: its due date, a deliverable with a file that completes it, its description. */
function changeInThreeWays(scene: Scene): void {
  person.setDue(scene, page(scene), 7);
  person.deliver(scene, page(scene), 4);
  person.updateJob(scene, page(scene), 'j1');
}

/** Does one thing after the other in the same page, with the time between them in which what is typed is saved. */
function oneByOne(...acts: ((scene: Scene, open: Context) => void)[]): (scene: Scene) => void {
  return (scene) => {
    const open = page(scene);
    for (const [n, act] of acts.entries()) scene.sim.after(n * 400, () => !open.dead && act(scene, open));
  };
}

/** Opens the same pages in a build with one more version of the database and of its rows. */
function newBuild(scene: Scene): void {
  (upgrades as ((db: IDBDatabase) => void)[]).push((db) => {
    if (!db.objectStoreNames.contains('later')) db.createObjectStore('later');
  });
  scene.openSecondPage();
}

const deeds: Record<string, Deed> = {
  'enqueue: a message': { act: (scene) => person.write(scene, page(scene), 'j0') },
  'enqueue: a message with files': { act: (scene) => person.write(scene, page(scene), 'j0', 2) },
  'enqueue: a double click': { act: (scene) => person.doubleClick(scene, page(scene), 'j0') },
  'enqueue: a mark set and undone': {
    act: (scene) => {
      person.turnMark(scene, page(scene), 0);
      person.turnMark(scene, page(scene), 2);
    },
  },
  'enqueue: a mark, and a message that marks the same': {
    act: (scene) => {
      person.turnMark(scene, page(scene), 2);
      person.sendAndMark(scene, page(scene), 2);
    },
  },
  'drain: a message that marks': {
    act: (scene) => person.sendAndMark(scene, page(scene), 2),
  },
  'undo: a change': {
    act: (scene) => person.changeAndUndo(scene, page(scene), 100),
  },
  'undo: a change that leaves with its window': {
    wakesWorker: false,
    act: (scene) => person.changeAndUndo(scene, page(scene), 100),
  },
  'enqueue: staff notes': {
    act: (scene) => {
      person.addNote(scene, page(scene), 'j0');
      person.addNote(scene, page(scene), 'j0');
    },
  },
  'drain: a staff note whose response is lost': {
    act: (scene) => {
      scene.backend.nextFaults.push('truncated JSON');
      person.addNote(scene, page(scene), 'j0');
    },
  },
  'take back a staff note': {
    before: (scene) => {
      scene.backend.nextFaults.push('422');
      person.addNote(scene, page(scene), 'j0');
    },
    act: (scene) => typing.returnToDraft(scene, page(scene), 'note', 1),
  },
  'enqueue: a new job and an update': {
    act: (scene) => {
      person.reportJob(scene, page(scene), 1);
      person.updateJob(scene, page(scene), 'j0');
    },
  },
  retry: { ...afterRefusal((scene) => person.retry(scene, page(scene), 1, 1)) },
  'take back an update': {
    before: (scene) => {
      scene.backend.nextFaults.push('422');
      person.updateJob(scene, page(scene), 'j0');
    },
    act: (scene) => typing.returnToDraft(scene, page(scene), 'update', 1),
  },
  delete: {
    ...afterRefusal((scene) => person.cancel(scene, page(scene), person.waiting(scene, 1))),
  },
  'delete and undo': {
    ...afterRefusal((scene) => person.cancelAndUndo(scene, page(scene), 1)),
  },
  'drawing: strokes and their end in the message': {
    before: (scene) => typing.type(scene, page(scene), 'chat:j0'),
    act: oneByOne(
      (scene, open) => typing.draw(scene, open, 'j0'),
      (scene, open) => typing.draw(scene, open, 'j0'),
      (scene, open) => typing.finishDrawing(scene, open, 'j0'),
    ),
  },
  'hand over: what is typed, once it is saved, and before': {
    before: (scene) => typing.type(scene, page(scene), 'chat:j0'),
    act: oneByOne(
      (scene, open) => void typing.sendTyped(scene, open, 'j0'),
      (scene, open) => {
        typing.type(scene, open, 'chat:j0');
        typing.sendTyped(scene, open, 'j0');
        typing.type(scene, open, 'chat:j0');
      },
    ),
  },
  'drain: everything': { before: waiting(mixed), act: drain },
  'drain: files in pieces': { areFilesLarge: true, before: waiting(mixed), act: drain },
  'drain: a lost response': { act: oneWith('response lost after commit') },
  'drain: a refused token': { act: oneWith('401') },
  'drain: beside a second page': {
    before: (scene) => {
      scene.openSecondPage();
      waiting(mixed)(scene);
    },
    act: drain,
  },
  'drain: in the worker': {
    before: waiting((scene) => {
      mixed(scene);
      scene.worker = new Context(scene.device, true);
    }),
    act: (scene) => {
      page(scene).die();
      scene.backend.isLineDown = false;
      void scene.worker?.outbox.drain({ eager: true, stopAfterMs: 150_000 });
    },
    crash: (scene) => {
      scene.worker?.die();
      scene.sim.after(1000, () => {
        scene.pages[0] = new Context(scene.device, false);
      });
    },
  },
  'uncertain: a message that arrived': { act: oneWith('502 after commit') },
  'uncertain: a message that did not arrive': { act: oneWith('request lost') },
  'uncertain: a new job, an update and a mark': {
    act: (scene) => {
      scene.backend.nextFaults.push('truncated JSON', 'request lost', '504 after commit');
      person.turnMark(scene, page(scene), 0);
      person.reportJob(scene, page(scene), 1);
      person.updateJob(scene, page(scene), 'j0');
    },
  },
  'drain: a due date, a deliverable that completes the job, and a change behind them': {
    act: changeInThreeWays,
  },
  'uncertain: a due date, a deliverable and a change behind them': {
    act: (scene) => {
      scene.backend.nextFaults.push('truncated JSON', 'request lost', '504 after commit');
      changeInThreeWays(scene);
    },
  },
  'sign-out: deleting everything': {
    before: waiting(mixed),
    act: (scene) => void signOut(scene, page(scene), false),
    crash: (scene) => scene.pages[0]?.die(),
  },
  'sign-out: keeping unsent messages': {
    before: waiting(mixed),
    act: (scene) => {
      scene.backend.isLineDown = false;
      void signOut(scene, page(scene), true);
    },
    crash: (scene) => scene.pages[0]?.die(),
  },
  'migration: an upgrade with rows': {
    before: waiting(mixed),
    act: (scene) => {
      scene.backend.isLineDown = false;
      newBuild(scene);
    },
    crash: (scene) => {
      scene.pages[1]?.die();
      scene.sim.after(1000, () => scene.openSecondPage());
    },
  },
  'migration: rows of an older version': {
    before: waiting(mixed),
    act: (scene) => {
      page(scene).die();
      makeOlder(scene);
      scene.backend.isLineDown = false;
      scene.pages[0] = new Context(scene.device, false);
    },
  },
};

/** Rewrites the rows to a version 0 without `renewToken`. */
function makeOlder(scene: Scene): void {
  for (const record of rawRecords(scene.device, 'outbox')?.values() ?? []) {
    const { renewToken, ...older } = record.value as { renewToken: boolean };
    record.value = { ...older, v: 0 };
  }
  (upcasters as Record<number, (row: object) => object>)[0] = (row) => ({ ...row, renewToken: false, v: 1 });
}

test.each(Object.entries(deeds))(
  '%s survives a crash wherever it waits',
  { timeout: 10 * 60_000 },
  async (name, deed) => {
    const { database, time, problems } = await sweep(deed);
    counts.push(`${name}: ${database} waits for the database, ${time} for time`);
    expect(problems).toEqual([]);
    expect(database).toBeGreaterThan(5);
  },
);

afterAll(() => {
  delete (upcasters as Record<number, unknown>)[0];
  process.stdout.write(`${counts.join('\n')}\n`);
});
