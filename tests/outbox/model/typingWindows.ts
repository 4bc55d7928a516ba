import type { SavedContent } from '../../../src/features/chat/messageDraft.ts';
import type { DraftRules, OpenDraft } from '../../../src/outbox/drafts/OpenDraft.ts';
import type { DraftRow } from '../../../src/outbox/records/stores.ts';
import type { Context } from './device.ts';
import type { Scene } from './Scene.ts';
import { announcedAt, draftsOf, type Watcher, WindowDrafts, windowsOf } from './windowDrafts.ts';
import { draftOn, type Word, wordOf, wordsIn } from './words.ts';

/** The forms that are open in the windows of a scene, and what has to be seen in them. */

type Draft = OpenDraft<SavedContent>;

const forms = new WeakMap<Context, Map<string, Draft>>();
/** What another window has made of a draft, as it is about to be shown. */
const taken = new WeakMap<Draft, string[]>();

/** When a draft was emptied last: nothing of it is unsaved then, but it is still on the device until its form saves. */
const emptiedAt = new WeakMap<Draft, number>();
const savedWithinMs = 250;

/** What is being discarded. */
export const discarding = new WeakMap<Draft, Word[]>();

function nameOf(uid: string, form: string): string {
  return `${uid}@ev.test ${form}`;
}

/** Returns the draft of a form that a window has open. */
export function openedIn(page: Context, uid: string, form: string): Draft | undefined {
  return forms.get(page)?.get(nameOf(uid, form));
}

export function openForm(scene: Scene, page: Context, form: string, rules: DraftRules<SavedContent>): Draft {
  const uid = scene.uid as string;
  const window = draftsOf(page) ?? new WindowDrafts(page, watcherOf(scene, page));
  const known = openedIn(page, uid, form);
  const draft = known ?? window.drafts.open(`${uid}@ev.test`, form, rules);
  if (!known) {
    const all = forms.get(page) ?? new Map<string, Draft>();
    forms.set(page, all.set(nameOf(uid, form), draft));
    watch(scene, page, draft);
  }
  void draft.read();
  return draft;
}

/**
 * Checks the part of rule 14 that a user sees: what is typed in a window stays there until it is saved or they do something else with it.
 */
function watch(scene: Scene, page: Context, draft: Draft): void {
  let before: string[] = [];
  draft.subscribe(() => {
    const { content, leftAt } = draft.get();
    const now = wordsIn(content);
    if (before.length === 0 && now.length > 0 && leftAt !== null) scene.backend.hit('draft taken over');
    if (before.length > 0 && now.length === 0) emptiedAt.set(draft, scene.sim.now);
    const gone = before.filter((one) => !now.includes(one)).map((one) => wordOf(scene, one));
    before = now;
    const discarded = now.length === 0 ? discarding.get(draft) : undefined;
    discarded?.push(...gone);
    for (const word of discarded ?? []) word.isOver = true;
    if (page.dead || scene.isSigningOut) return;
    const others = taken.get(draft);
    const isTakenOver = others !== undefined && others.join() === now.join();
    for (const { text, isOver, isSent, next, wasKept } of gone) {
      const isMeant = isOver || isSent || next.length > 0 || (isTakenOver && wasKept);
      scene.check('14 drafts', isMeant, () => `"${text}" was typed and is shown no longer`);
    }
  });
}

let writes = 0;

function watcherOf(scene: Scene, page: Context): Watcher {
  /** The number of each write. */
  const begun = new WeakMap<DraftRow, number>();
  return {
    clearings: () => scene.clearings,
    writes(row, wasRead) {
      writes += 1;
      begun.set(row, writes);
      const words = wordsIn(row.content);
      for (const word of words) wordOf(scene, word).written = writes;
      if (!wasRead) return;
      // Of two windows that are typed into at once, the last write counts.
      for (const word of scene.typed.values()) {
        if (word.written === 0 || word.uid !== row.uid || word.form !== row.form) continue;
        if (words.includes(word.text) || word.next.some(({ text }) => words.includes(text))) continue;
        word.isKept = false;
        word.lost = writes;
      }
    },
    wrote(row, clearings) {
      const write = begun.get(row) ?? 0;
      for (const word of wordsIn(row.content).map((one) => wordOf(scene, one))) {
        word.wasKept = true;
        if (clearings === scene.clearings) word.isKept = word.lost < write;
      }
    },
    reads: ({ content }) => {
      for (const word of wordsIn(content)) wordOf(scene, word).wasKept = true;
    },
    takes({ owner, form }, row) {
      scene.backend.hit('draft of another window shown');
      const draft = forms.get(page)?.get(`${owner} ${form}`);
      const words = wordsIn(row?.content);
      if (draft) taken.set(draft, words);
      for (const word of words) wordOf(scene, word).wasKept = true;
    },
  };
}

type Sent = { page: Context; at: number };
/** What was sent of a form last, when, and in which window. */
const lastSent = new WeakMap<Scene, Map<string, Sent>>();

export function noteSent(scene: Scene, page: Context, form: string): void {
  const all = lastSent.get(scene) ?? new Map<string, Sent>();
  lastSent.set(scene, all.set(form, { page, at: scene.sim.now }));
}

function inOthers(
  scene: Scene,
  page: Context,
  form: string,
  is: (draft: Draft, other: Context) => boolean,
): boolean {
  return scene.pages.some((other) => {
    const draft = other && other !== page && openedIn(other, scene.uid as string, form);
    return draft && !other.dead && is(draft, other);
  });
}

/**
 * Whether another window is sending what this one still shows, or has sent it while this one had lost its storage. Nobody changes it
 * here then: a user has one pair of hands, and reloads a page that asks for it.
 */
export function isSentElsewhere(scene: Scene, page: Context, form: string): boolean {
  const last = lastSent.get(scene)?.get(form);
  if (last !== undefined && last.page !== page) {
    const words = wordsIn(openedIn(page, scene.uid as string, form)?.get().content);
    const isUnheard = draftsOf(page)?.hasFailed === true && words.some((one) => wordOf(scene, one).isSent);
    if (isUnheard || scene.sim.now - last.at < 100) return true;
  }
  return inOthers(scene, page, form, (draft) => draft.isBeingSent);
}

/** Whether another window is saving what was typed in it, or soon will: the user cannot send it here in that moment. */
export function isBeingTyped(scene: Scene, page: Context, form: string): boolean {
  return inOthers(
    scene,
    page,
    form,
    (draft, other) =>
      !other.isFrozen && ((draft.isUnsaved && !draft.trouble) || (draftsOf(other)?.underWay ?? 0) > 0),
  );
}

/**
 * Whether another window takes a record back, or has done so and not told this one yet: with one pair of hands, nobody leaves this one in
 * that moment.
 */
export function isChangingElsewhere(scene: Scene, page: Context, form: string): boolean {
  const isTelling = scene.sim.now - (announcedAt.get(scene.device) ?? -20) < 20;
  return isTelling || inOthers(scene, page, form, (draft) => draft.isBeingSent);
}

/** Whether each window was told of all changes of others, and could look at them: none ended, froze or failed as it made one. */
function isEachTold({ device, hasPurged }: Scene): boolean {
  const isWhole = (page: Context, { underWay, hasFailed }: WindowDrafts) => {
    const isBusy = underWay > 0 || [...(forms.get(page)?.values() ?? [])].some((one) => one.isBeingSent);
    return !hasFailed && !(isBusy && (page.dead || page.isFrozen));
  };
  return !hasPurged && [...(windowsOf.get(device) ?? [])].every(([page, window]) => isWhole(page, window));
}

/** Uses each window, or not, which then shows the drafts that are on the device (rule 27). */
export function useWindows(scene: Scene, pick: number): void {
  const { device, pages, clearings, uid } = scene;
  const isUsable = (page: Context | null): page is Context => page !== null && !page.dead && !page.isFrozen;
  const used = pages.filter(isUsable);
  const awake = [...device.contexts].filter(({ dead, isFrozen }) => !dead && !isFrozen);
  const isUsed = pick % 2 === 0;
  if (isUsed) for (const page of used) draftsOf(page)?.use();
  scene.sim.after(1000, () => {
    if (device.dbFault || scene.isSigningOut || scene.uid !== uid || clearings !== scene.clearings) return;
    // The others have not heard of it yet.
    if (scene.sim.now - (announcedAt.get(device) ?? 0) < 20) return;
    if (!isUsed && !isEachTold(scene)) return;
    // One that died or froze may not have told them; they hear of it when they are used again.
    if (awake.some(({ dead, isFrozen }) => dead || isFrozen)) return;
    // What a frozen one wrote may be on the device, but it tells nobody before it wakes.
    const isTelling = (page: Context) => page.isFrozen && (draftsOf(page)?.underWay ?? 0) > 0;
    if ([...device.contexts].some(isTelling)) return;
    for (const page of used.filter(isUsable)) {
      const window = draftsOf(page);
      if (!window || window.underWay > 0 || window.hasFailed) continue;
      for (const draft of forms.get(page)?.values() ?? []) {
        if (draft.isUnsaved || draft.isBeingSent || !window.shown.isRead(draft)) continue;
        if (scene.sim.now - (emptiedAt.get(draft) ?? -savedWithinMs) <= savedWithinMs) continue;
        const [there, here] = [draftOn(scene, draft)?.content, draft.get().content]
          .map(wordsIn)
          .map((words) => words.join());
        const words = () => `${page.name} shows "${here}" of ${draft.form}`;
        scene.check('27 one draft', there === here, words);
      }
    }
  });
}
