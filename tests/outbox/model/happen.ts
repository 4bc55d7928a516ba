import type { Context } from './device.ts';
import { crashSoon, deviceIncidents, pageIncidents } from './incidents.ts';
import { signOut, signOutAndCrash, signOutInLimbo, signOutOnSecondDevice } from './leaving.ts';
import * as person from './person.ts';
import type { Scene } from './Scene.ts';
import type { Event, EventName } from './schedule.ts';
import * as typing from './typing.ts';
import { useWindows } from './typingWindows.ts';

const jobOf = (pick: number) => `j${pick % 3}`;

type Doings = Partial<Record<EventName, (scene: Scene, pick: number, page: Context) => void>>;

/** What the page is killed in the middle of. */
const interrupted: Doings = {
  'killed between message and marks': (scene, pick, page) => person.sendAndMark(scene, page, pick),
  'killed while answering': (scene, pick, page) => person.answerShot(scene, page, pick),
  'killed while holding': (scene, pick, page) => person.hold(scene, page, pick),
  'killed while adding a note': (scene, pick, page) => person.addNote(scene, page, jobOf(pick)),
  'killed while snoozing': (scene, pick, page) => person.snooze(scene, page, pick),
  'killed while saving a reply': (scene, pick, page) => person.saveReply(scene, page, pick),
  'killed while saving a view': (scene, pick, page) => person.saveView(scene, page, pick),
  'killed while storing a comparison': (scene, pick, page) => person.comparePlans(scene, page, pick),
};

/** Actions of a user: there is a page to act on, and a user is signed in. */
const doings: Doings = {
  send: (scene, pick, page) => person.write(scene, page, jobOf(pick)),
  'send with files': (scene, pick, page) => person.write(scene, page, jobOf(pick), 2),
  'send the same words twice': (scene, _, page) => person.writeTwice(scene, page),
  'double click on send': (scene, pick, page) => person.doubleClick(scene, page, jobOf(pick)),
  toggle: (scene, pick, page) => person.turnMark(scene, page, pick),
  'send and mark': (scene, pick, page) => person.sendAndMark(scene, page, pick),
  'second device writes': (scene, pick) => {
    const second = scene.onSecondDevice(scene.uid as string);
    if (!second) return;
    scene.backend.hit('second device writes');
    person.write(scene, second, jobOf(pick));
  },
  'second device chooses': (scene, pick) => {
    const second = scene.onSecondDevice(scene.uid as string);
    if (!second) return;
    scene.backend.hit('second device chooses');
    person.turnMark(scene, second, pick);
  },
  'second device is killed': (scene, pick) => {
    const second = scene.onSecondDevice(scene.uid as string);
    if (!second) return;
    scene.backend.hit('second device is killed');
    person.write(scene, second, jobOf(pick), pick % 3);
    person.turnMark(scene, second, pick);
    const die = () => second.die();
    if (pick % 2 === 0) scene.sim.afterTasks(pick % 50, die);
    else scene.sim.after(pick, die);
  },
  'chosen again before the first arrives': (scene, pick, page) => person.chooseAgain(scene, page, pick),
  'report a job': (scene, pick, page) => person.reportJob(scene, page, pick % 2),
  'update a job': (scene, pick, page) => person.updateJob(scene, page, jobOf(pick)),
  'change and undo': (scene, pick, page) => person.changeAndUndo(scene, page, pick),
  'window closes before a change leaves': (scene, pick, page) =>
    person.changeAndClose(scene, page, pick, () => pageIncidents.crash?.(scene, pick, page)),
  'answer a shot': (scene, pick, page) => person.answerShot(scene, page, pick),
  'shot answered on two devices': (scene, pick, page) => person.answerOnTwoDevices(scene, page, pick),
  'hold with a reason': (scene, pick, page) => person.hold(scene, page, pick),
  'held and cancelled on two devices': (scene, pick, page) => person.holdOnTwoDevices(scene, page, pick),
  'set a due date': (scene, pick, page) => person.setDue(scene, page, pick),
  'add a deliverable': (scene, pick, page) => person.deliver(scene, page, pick),
  'add a note': (scene, pick, page) => person.addNote(scene, page, jobOf(pick)),
  'snooze a conversation': (scene, pick, page) => person.snooze(scene, page, pick),
  'save a reply': (scene, pick, page) => person.saveReply(scene, page, pick),
  'save a view': (scene, pick, page) => person.saveView(scene, page, pick),
  'compare plans': (scene, pick, page) => person.comparePlans(scene, page, pick),
  'look at the notes': (scene, pick, page) =>
    void person.look(scene, page, jobOf(pick), 'note').catch(() => undefined),
  'type a note': (scene, pick, page) => typing.type(scene, page, typing.noteForm(jobOf(pick))),
  'open the notes': (scene, pick, page) => typing.openNotes(scene, page, jobOf(pick)),
  'send a typed note': (scene, pick, page) => typing.sendTyped(scene, page, jobOf(pick), 'note'),
  'take a note back': (scene, pick, page) => {
    // The second one waits behind the first.
    person.addNote(scene, page, jobOf(pick));
    person.addNote(scene, page, jobOf(pick));
    scene.sim.after(pick % 200, () => page.deliver(() => typing.returnToDraft(scene, page, 'note', pick)));
  },
  'take a message back': (scene, pick, page) => {
    person.write(scene, page, jobOf(pick), pick % 3);
    scene.sim.after(pick % 200, () => page.deliver(() => typing.returnToDraft(scene, page, 'message', pick)));
  },
  'save a shot': (scene, pick, page) => person.saveShot(scene, page, pick),
  retry: (scene, pick, page) => person.retry(scene, page, pick, 1),
  'double click on retry': (scene, pick, page) => person.retry(scene, page, pick, 2),
  'take an update back': (scene, pick, page) => {
    person.updateJob(scene, page, jobOf(pick));
    scene.sim.after(pick % 200, () => page.deliver(() => typing.returnToDraft(scene, page, 'update', pick)));
  },
  'send a typed update': (scene, pick, page) => typing.sendTyped(scene, page, jobOf(pick), 'update'),
  cancel: (scene, pick, page) => person.cancel(scene, page, person.waiting(scene, pick)),
  'cancel and undo': (scene, pick, page) => person.cancelAndUndo(scene, page, pick),
  type: (scene, pick, page) => typing.type(scene, page, `chat:${jobOf(pick)}`),
  'open the chat': (scene, pick, page) => typing.openChat(scene, page, jobOf(pick)),
  'type while the chat opens': (scene, pick, page) => typing.typeAtOnce(scene, page, pick),
  'type and leave': (scene, pick, page) =>
    typing.typeAndLeave(scene, page, pick, () => pageIncidents.crash?.(scene, pick, page)),
  'send what is typed': (scene, pick, page) => typing.sendTyped(scene, page, jobOf(pick)),
  'send it in two windows': (scene, pick, page) => typing.sendInTwoWindows(scene, page, jobOf(pick)),
  'use the windows': useWindows,
  'clear what is typed': (scene, pick, page) => typing.clear(scene, page, jobOf(pick)),
  'discard and undo': (scene, pick, page) => typing.discardAndUndo(scene, page, pick),
  draw: (scene, pick, page) => typing.draw(scene, page, jobOf(pick)),
  'finish a drawing': (scene, pick, page) => typing.finishDrawing(scene, page, jobOf(pick)),
  'crash while drawing': (scene, pick, page) => {
    if (scene.isSigningOut) return;
    scene.backend.hit('crash while drawing');
    typing.draw(scene, page, jobOf(pick));
    crashSoon(scene, pick, page);
  },
  'crash while a drawing is added': (scene, pick, page) => {
    if (scene.isSigningOut) return;
    scene.backend.hit('crash while a drawing is added');
    typing.draw(scene, page, jobOf(pick));
    typing.finishDrawing(scene, page, jobOf(pick));
    crashSoon(scene, pick, page);
  },
  look: (scene, pick, page) => void person.look(scene, page, jobOf(pick)).catch(() => undefined),
  'sign-out': (scene, pick, page) => {
    if (scene.isSigningOut) return;
    scene.backend.hit('sign-out');
    void signOut(scene, page, pick % 2 === 0);
  },
  'choose a file': (scene, pick, page) => typing.chooseFile(scene, page, jobOf(pick)),
  'window in limbo': (scene, pick, page) => {
    if (!scene.isSigningOut) signOutInLimbo(scene, page, pick);
  },
  'crash in sign-out': (scene, pick, page) => {
    if (!scene.isSigningOut) signOutAndCrash(scene, page, pick % 4 === 0, pick % 30);
  },
};

/** Plays one event of a schedule as far as it is possible now. */
export function happen(scene: Scene, { name, pick }: Event): void {
  deviceIncidents[name]?.(scene, pick);
  if (name === 'second device signs out') signOutOnSecondDevice(scene, pick);
  const page = scene.page(pick);
  if (!page) return;
  pageIncidents[name]?.(scene, pick, page);
  if (!scene.uid) return;
  doings[name]?.(scene, pick, page);
  if (!interrupted[name]) return;
  scene.backend.hit(name);
  interrupted[name](scene, pick, page);
  scene.sim.after(pick % 400, () => pageIncidents.crash?.(scene, pick, page));
}
