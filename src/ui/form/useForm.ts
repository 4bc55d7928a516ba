import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { errorsOf, type Told, toldBy } from './formErrors.ts';
import { type PathOf, type ValueAt, valueAt, withValueAt } from './formPath.ts';

const controls = 'input:not([type="hidden"]), select, textarea, button, [tabindex]';

function controlOf(root: ParentNode, path: string): HTMLElement | null {
  const marked = root.querySelector<HTMLElement>(
    `[name="${CSS.escape(path)}"], [data-field="${CSS.escape(path)}"]`,
  );
  if (!marked) return null;
  if (marked.matches(controls)) return marked;
  return marked.querySelector<HTMLElement>('input:checked') ?? marked.querySelector<HTMLElement>(controls);
}

/** Focuses the control of a field, or of the nearest field around it (`jobEVService` for `jobEVService.0.evServices`). */
function focusField(root: ParentNode | null, path: string): boolean {
  if (!root) return false;
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const control = controlOf(root, parts.slice(0, length).join('.'));
    if (!control) continue;
    control.focus();
    return true;
  }
  return false;
}

/** Focuses the first wrong control in the order of the page, which need not be the order of the rules. */
function focusFirstInvalid(root: ParentNode | null): boolean {
  const first = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!first) return false;
  const control = first.matches(controls) ? first : first.querySelector<HTMLElement>(controls);
  control?.focus();
  return control !== null;
}

/** What a field of the ui kit takes from a form. */
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
  /** Puts other values in place of all of them: a draft that came back, a form that starts again. */
  reset: (values: V) => void;
  /** Whole sentences by dotted path: the form's own rules after the first try to send, and the server's. */
  errors: Readonly<Record<string, string>>;
  /** The error of a field, or of anything inside it. */
  errorOf: (path: string) => string | undefined;
  focus: (path: string) => void;
  /** Why sending failed, where no field is to blame; screens look at its code. */
  failure: Error | null;
  setFailure: (failure: Error | null) => void;
  busy: boolean;
  /** Tries to send so far; the summary announces itself with each. */
  tries: number;
  /** The form's `onSubmit`: checks, sends what the rules made of the values, keeps what was typed if that fails. */
  submit: (send: (output: Output) => Promise<unknown> | undefined) => (event?: FormEvent) => void;
};

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}

/**
 * State and rules of one form. The rules run at the first try to send, and from then on with every change; what the
 * server says of a field stands until that field changes. Typed values are never lost by a failure.
 */
export function useForm<S extends v.GenericSchema, V extends v.InferInput<S> & object>(
  schema: S,
  initial: V,
): Form<V, v.InferOutput<S>> {
  const [values, setValues] = useState<V>(initial);
  const [tries, setTries] = useState(0);
  const [told, setTold] = useState<readonly Told[]>([]);
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  const errors = useMemo(() => errorsOf(schema, values, tries > 0, told), [schema, values, tries, told]);

  const set = useCallback(<P extends PathOf<V>>(path: P, value: ValueAt<V, P>) => {
    setValues((before) => withValueAt(before, path, value));
  }, []);

  const hasErrors = useRef(false);
  hasErrors.current = Object.keys(errors).length > 0;
  // After the render that shows the errors: the first bad field, in the order of the page.
  useEffect(() => {
    if (tries > 0 && hasErrors.current) focusFirstInvalid(ref.current);
  }, [tries]);

  const submit: Form<V, v.InferOutput<S>>['submit'] = (send) => (event) => {
    event?.preventDefault();
    if (sending.current) return;
    const checked = v.safeParse(schema, values);
    setFailure(null);
    if (!checked.success) return setTries(tries + 1);
    sending.current = true;
    setBusy(true);
    Promise.resolve(send(checked.output))
      .catch((reason: unknown) => {
        const issues = toldBy(reason, values);
        setTold(issues);
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
    reset: (next) => {
      setValues(next);
      setTries(0);
      setTold([]);
      setFailure(null);
    },
    errors,
    errorOf: (path) =>
      errors[path] ?? Object.entries(errors).find(([field]) => field.startsWith(`${path}.`))?.[1],
    focus: (path) => void focusField(ref.current, path),
    failure,
    setFailure,
    busy,
    tries,
    submit,
  };
}
