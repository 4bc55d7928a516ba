import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { isSameValue } from '../../format/sameValue.ts';
import { hasShapeOf, mergeTyped } from './savedValues.ts';
import { unsavedText } from './unsavedText.ts';
import { useFollowed } from './useFollowed.ts';
import { type Form, useForm } from './useForm.ts';

type Typed = { content: object | null; files: readonly File[] };

/** The draft of a form: see `outbox/drafts/OpenDraft.ts`. */
export type SavedValues = {
  get(): Typed;
  read(): Promise<void>;
  put(typed: Typed): void;
  subscribe(listener: () => void): () => void;
  end(): void;
  readonly turns: number;
  readonly trouble: { files: readonly string[] } | 'all' | null;
};

/** How the drafts of a form are joined: see `DraftRules`. */
type Rules<V> = {
  fits: (content: unknown) => content is V;
  join: (
    left: { content: V | null },
    typed: { content: V | null },
  ) => { content: V | null; files: readonly File[] };
};

const noFiles: readonly File[] = [];

/**
 * A form whose typed values survive a reload, a crash and a closed window. Not for passwords.
 *
 * @param initial may change, as by somebody else: fields that were not typed in follow it, and values equal to it count as untouched
 * @param open opens the draft of this form and user; called once
 * @param merge merges a draft with what was typed while it was read
 * @returns `draft`: what `open` returned; `isRead`: once the draft was read; what is sent before that must not take it along; `unsaved`: a
 *   sentence for the screen
 */
export function useSavedForm<
  S extends v.GenericSchema,
  V extends v.InferInput<S> & object,
  D extends SavedValues,
>(
  schema: S,
  initial: V,
  open: (rules: Rules<V>) => D,
  merge: (left: V, typed: V, initial: V) => V = mergeTyped,
): Form<V, v.InferOutput<S>> & { draft: RefObject<D | null>; isRead: boolean; unsaved: string } {
  const [begun] = useState(initial);
  const form = useForm(schema, begun);
  const draft = useRef<D>(null);
  const [isRead, setIsRead] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const latest = useRef({ open, merge, form, initial });
  latest.current = { open, merge, form, initial };

  useLayoutEffect(() => {
    const mine = latest.current.open({
      fits: (content) => hasShapeOf(begun, content),
      join: ({ content: left }, { content: typed }) => ({
        content: left && typed ? latest.current.merge(left, typed, begun) : (left ?? typed),
        files: noFiles,
      }),
    });
    draft.current = mine;
    let turns = -1;
    const show = () => {
      setUnsaved(mine.trouble !== null);
      if (turns === mine.turns) return;
      turns = mine.turns;
      const shown = (mine.get().content as V | null) ?? latest.current.initial;
      if (!isSameValue(shown, latest.current.form.values)) latest.current.form.reset(shown);
    };
    const stop = mine.subscribe(show);
    void mine.read().then(() => {
      show();
      setIsRead(true);
    });
    return () => {
      stop();
      mine.end();
    };
  }, [begun]);

  const { values } = form;
  const untouched = JSON.stringify(initial);
  // Before the draft is put: what somebody else has saved is not typed here, and must not be undone by the next save.
  useFollowed(form, initial);
  useLayoutEffect(() => {
    const isTyped = values !== begun && JSON.stringify(values) !== untouched;
    draft.current?.put({ content: isTyped ? values : null, files: noFiles });
  }, [values, begun, untouched]);
  return { ...form, draft, isRead, unsaved: unsavedText(isUnsaved ? 'all' : null, 'Save') };
}
