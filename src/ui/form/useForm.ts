import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { FieldIssue } from '../../contract/errors.ts';
import { isSameValue } from '../../format/sameValue.ts';
import { errorsOf, issuesOf, type ServerIssue, serverIssues } from './formErrors.ts';
import { type PathOf, type ValueAt, valueAt, withValueAt } from './formPath.ts';
import { mergeTyped } from './savedValues.ts';

const controls = 'input:not([type="hidden"]), select, textarea, button, [tabindex]';

function controlOf(root: ParentNode, path: string): HTMLElement | null {
  const marked = root.querySelector<HTMLElement>(
    `[name="${CSS.escape(path)}"], [data-field="${CSS.escape(path)}"]`,
  );
  if (!marked) return null;
  if (marked.matches(controls)) return marked;
  return marked.querySelector<HTMLElement>('input:checked') ?? marked.querySelector<HTMLElement>(controls);
}

/** Finds the control of a field, or of the nearest field around it (`jobEVService` for `jobEVService.0.evServices`). */
function nearestControl(root: ParentNode | null, path: string): HTMLElement | null {
  if (!root) return null;
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const control = controlOf(root, parts.slice(0, length).join('.'));
    if (control) return control;
  }
  return null;
}

/** Puts errors into the order of their fields on the page, which may differ from that of the rules; those of no field come last. */
function inOrderOfPage(root: ParentNode | null, errors: Readonly<Record<string, string>>) {
  const entries = Object.entries(errors);
  if (entries.length < 2) return errors;
  const all: (HTMLElement | null)[] = root ? [...root.querySelectorAll<HTMLElement>(controls)] : [];
  const placeOf = (path: string) => all.indexOf(nearestControl(root, path)) >>> 0;
  return Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** Focuses the first invalid control in the order of the page, which may differ from that of the rules. */
function focusFirstInvalid(root: ParentNode | null): boolean {
  const first = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!first) return false;
  const control = first.matches(controls) ? first : first.querySelector<HTMLElement>(controls);
  // One that has the focus already is read out again, with its error.
  if (control === document.activeElement) control?.blur();
  control?.focus();
  return control !== null;
}

/** What a form does once it is sent: what was typed while it was being sent stays, and is not saved yet. */
export type Press<V> = {
  /** Returns the values now, if they are others than those that are sent. */
  newer: () => V | null;
  /**
   * Replaces the values by those that were saved, except what was typed since the press.
   *
   * @returns whether something was typed since: then the form must stay open; it says that this is not saved
   */
  settle: (saved: V, merge?: (saved: V, now: V, pressed: V) => V) => boolean;
};

export const newerText = 'Saved. What you typed since is not saved yet.';

/** The props that a field of `ui/form` takes from a form. */
export type BoundField<T> = {
  name: string;
  value: T;
  onChange: (value: T) => void;
  error: string | undefined;
};

export type Form<V extends object, Output> = {
  /** Put it on the `<form>`, with `noValidate`. */
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** `<TextField label="City" required {...form.field('address.city')} />` */
  field: <P extends PathOf<V>>(path: P) => BoundField<ValueAt<V, P>>;
  set: <P extends PathOf<V>>(path: P, value: ValueAt<V, P>) => void;
  /** Replaces all values: by a restored draft, or to start again. */
  reset: (values: V) => void;
  /** Sentences by dotted path: of the form's rules after the first submit, and of the server. */
  errors: Readonly<Record<string, string>>;
  /** The error of a field, or of anything inside it. */
  errorOf: (path: string) => string | undefined;
  focus: (path: string) => void;
  /** Why the request failed, unless fields are the cause; screens check its code. */
  failure: Error | null;
  setFailure: (failure: Error | null) => void;
  busy: boolean;
  /** Whether it was saved without what was typed since. */
  isNewer: boolean;
  /** Submits so far; the summary is announced with each. */
  tries: number;
  /** Returns the form's `onSubmit`: validates, sends the schema's output, preserves the values if that fails. */
  submit: (
    send: (output: Output, press: Press<V>) => Promise<unknown> | undefined,
  ) => (event?: FormEvent) => void;
};

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}

/**
 * State and validation of one form. Validates on the first submit and from then on with every change; the server's message for a
 * field stays until that field changes. A failure never loses typed values.
 *
 * @param issues what the server found wrong with the initial values
 */
export function useForm<S extends v.GenericSchema, V extends v.InferInput<S> & object>(
  schema: S,
  initial: V,
  issues: readonly FieldIssue[] = [],
): Form<V, v.InferOutput<S>> {
  const [values, setValues] = useState<V>(initial);
  const [tries, setTries] = useState(issues.length > 0 ? 1 : 0);
  const [serverErrors, setServerErrors] = useState<readonly ServerIssue[]>(() => issuesOf(issues, initial));
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const [isNewer, setNewer] = useState(false);
  const sending = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const latest = useRef(values);
  latest.current = values;

  const errors = useMemo(
    () => inOrderOfPage(ref.current, errorsOf(schema, values, tries > 0, serverErrors)),
    [schema, values, tries, serverErrors],
  );

  const set = useCallback(<P extends PathOf<V>>(path: P, value: ValueAt<V, P>) => {
    setValues((before) => withValueAt(before, path, value));
  }, []);

  const reset = (next: V) => {
    setValues(next);
    setTries(0);
    setServerErrors([]);
    setFailure(null);
    setNewer(false);
  };

  function pressOf(pressed: V): Press<V> {
    const newer = () => (isSameValue(latest.current, pressed) ? null : latest.current);
    return {
      newer,
      settle(saved, merge = mergeTyped) {
        const now = newer();
        reset(now ? merge(saved, now, pressed) : saved);
        setNewer(now !== null);
        return now !== null;
      },
    };
  }

  const hasErrors = useRef(false);
  hasErrors.current = Object.keys(errors).length > 0;
  // Runs after the render that shows the errors.
  useEffect(() => {
    if (tries > 0 && hasErrors.current) focusFirstInvalid(ref.current);
  }, [tries]);

  const submit: Form<V, v.InferOutput<S>>['submit'] = (send) => (event) => {
    event?.preventDefault();
    if (sending.current) return;
    const checked = v.safeParse(schema, values);
    setFailure(null);
    setNewer(false);
    if (!checked.success) return setTries(tries + 1);
    sending.current = true;
    setBusy(true);
    Promise.resolve(send(checked.output, pressOf(values)))
      .catch((reason: unknown) => {
        const issues = serverIssues(reason, values);
        setServerErrors(issues);
        if (issues.length === 0) setFailure(asError(reason));
        setTries((before) => before + 1);
      })
      .finally(() => {
        sending.current = false;
        setBusy(false);
      });
  };

  return {
    ref,
    values,
    field: (path) => ({
      name: path,
      value: valueAt(values, path) as ValueAt<V, typeof path>,
      onChange: (value) => set(path, value),
      error: errors[path],
    }),
    set,
    reset,
    errors,
    errorOf: (path) =>
      errors[path] ?? Object.entries(errors).find(([field]) => field.startsWith(`${path}.`))?.[1],
    focus: (path) => nearestControl(ref.current, path)?.focus(),
    failure,
    setFailure,
    busy,
    isNewer,
    tries,
    submit,
  };
}
