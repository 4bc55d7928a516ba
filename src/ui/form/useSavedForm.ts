import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { isSameValue } from '../../format/sameValue.ts';
import { hasShapeOfTyped, typedFields } from './savedValues.ts';
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

/** How the drafts of a form, which hold what was typed, are joined: see `DraftRules`. */
type Rules<V> = {
  fits: (content: unknown) => content is Partial<V>;
  join: (
    left: { content: Partial<V> | null },
    typed: { content: Partial<V> | null },
  ) => { content: Partial<V> | null; files: readonly File[] };
};

const noFiles: readonly File[] = [];

/**
 * A form whose typed values survive a reload, a crash and a closed window. Not for passwords.
 *
 * @param initial may change, as by somebody else: fields that were not typed in follow it, also those of a draft; values equal to it count
 *   as untouched
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
  merge = (left: Partial<V>, typed: Partial<V>): Partial<V> => ({ ...left, ...typed }),
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
      fits: (content) => hasShapeOfTyped(begun, content),
      join: ({ content: left }, { content: typed }) => ({
        content: left && typed ? latest.current.merge(left, typed) : (left ?? typed),
        files: noFiles,
      }),
    });
    draft.current = mine;
    let turns = -1;
    const show = () => {
      setUnsaved(mine.trouble !== null);
      if (turns === mine.turns) return;
      turns = mine.turns;
      const shown = { ...latest.current.initial, ...mine.get().content };
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
  // Before the draft is put: what somebody else has saved is not typed here, and must not be undone by the next save.
  const [untouched] = useFollowed(form, initial);
  useLayoutEffect(() => {
    const typed = typedFields(values, untouched);
    const isTyped = Object.keys(typed).length > 0;
    draft.current?.put({ content: isTyped ? typed : null, files: noFiles });
  }, [values, untouched]);
  return { ...form, draft, isRead, unsaved: unsavedText(isUnsaved ? 'all' : null, 'Save') };
}
