import * as v from 'valibot';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { type CallName, calls } from '../../../src/contract/calls.ts';
import { fieldIssues } from '../../../src/contract/errors.ts';
import { attachmentTypeMessage, FileChoice } from '../../../src/contract/files/files.ts';
import { type LabelledField, labels, sentence } from '../../../src/contract/labels.ts';
import { maxFiles, maxUploadBytes } from '../../../src/contract/limits.ts';
import { withValueAt } from '../../../src/ui/form/formPath.ts';
import { answering, marked } from './openApp.ts';

/** The properties of valibot schemas that are used here. */
type Schema = v.GenericSchema & {
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  options?: readonly unknown[];
  pipe?: readonly Rule[];
};
type Rule = {
  kind: string;
  type: string;
  message?: unknown;
  requirement?: unknown;
  options?: readonly string[];
  item?: Schema;
};
type Field = { path: string; schema: Schema };

/** The schema of a form's fields, and how the form shows them. */
export type FormOnScreen = {
  schema: v.GenericSchema;
  /** Fields of the schema that are not entered. */
  notEntered?: readonly string[];
  /** Labels of fields on this screen, by key, where they differ from `labels`. */
  called?: Readonly<Record<string, string>>;
  /** Values entered beforehand, for rules that depend on another field. */
  given?: Readonly<Record<string, string>>;
  /** The button that sends the form. */
  submit: string;
  /** Opens it again, where it has closed. */
  reopen?: () => Promise<void>;
};

const typedControls = 'input:not([type="radio"], [type="checkbox"]), textarea';
const controls = 'input, textarea, select, [role="radiogroup"], [role="group"]';

function unwrapped(schema: Schema): Schema {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}

function allFields(schema: Schema, path: string): Field[] {
  const inner = unwrapped(schema);
  if (inner.type === 'intersect')
    return inner.options?.flatMap((one) => allFields(one as Schema, path)) ?? [];
  if (!inner.entries) return [{ path, schema: inner }];
  return Object.entries(inner.entries).flatMap(([key, entry]) =>
    allFields(entry, path ? `${path}.${key}` : key),
  );
}

function fieldsOf({ schema, notEntered = [] }: FormOnScreen): Field[] {
  return allFields(schema as Schema, '').filter(({ path }) => !notEntered.includes(path.split('.')[0] ?? ''));
}

function rulesOf({ schema }: Field): readonly Rule[] {
  return schema.pipe ?? [schema as Rule];
}

function isOfFiles(field: Field): boolean {
  return rulesOf(field).some(({ type, item }) => type === 'array' && item && unwrapped(item) === FileChoice);
}

/** Returns texts, each of which breaks one rule. */
function wrongTexts(field: Field): readonly string[] {
  const bounds = rulesOf(field).flatMap(({ requirement }) =>
    typeof requirement === 'number' ? requirement : [],
  );
  const long = 'x'.repeat(Math.max(0, ...bounds) + 1);
  return ['', 'x', 'xxxxxxxxx', '111111111', 'a\u0007b', long, `${long}1`, `${long}@ev.test`];
}

const wrongNumbers = ['', '0', '1.5', '1000'];

const pdf = (name: string, padding = 0) =>
  new File(['%PDF-', new Uint8Array(padding)], name, { type: 'application/pdf' });

const wrongFiles = [
  [new File(['words'], 'notes.txt', { type: 'text/plain' })],
  // Too large together: one that is too large alone is not taken.
  [pdf('large.pdf', maxUploadBytes / 2), pdf('large too.pdf', maxUploadBytes / 2)],
  Array.from({ length: maxFiles + 1 }, (_, at) => pdf(`sheet-${at}.pdf`)),
];

type Entry = string | File[];

function wrongEntriesFor(field: Field): readonly Entry[] {
  if (isOfFiles(field)) return wrongFiles;
  return field.schema.type === 'number' ? wrongNumbers : wrongTexts(field);
}

/** Returns an entry for each message that a form has for a field. */
function wrongEntries({ schema, given = {} }: FormOnScreen, field: Field): Map<string, Entry> {
  const isNumber = field.schema.type === 'number';
  const entries = new Map<string, Entry>();
  for (const entry of wrongEntriesFor(field)) {
    const value = isNumber ? (entry === '' ? null : Number(entry)) : entry;
    const values = Object.entries({ ...given, [field.path]: value }).reduce(
      (all, [path, one]) => withValueAt(all, path, one),
      {},
    );
    const { issues = [] } = v.safeParse(schema, values);
    const issue = fieldIssues(issues).find((one) => one.field === field.path);
    if (issue && !entries.has(issue.message)) entries.set(issue.message, entry);
  }
  for (const { kind, message } of rulesOf(field)) {
    const text = typeof message === 'function' ? message() : message;
    if (kind !== 'validation' || typeof text !== 'string' || entries.has(text)) continue;
    throw new Error(`Nothing here breaks the rule “${text}” of ${field.path}: add what does.`);
  }
  return entries;
}

/** Returns the control of a field by its label, inside the group named after its object. */
async function controlOf({ called = {} }: FormOnScreen, path: string): Promise<Locator> {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  const label = called[key] ?? labels[key as LabelledField];
  if (!label) throw new Error(`The field ${path} has no label.`);
  const parent = labels[keys.at(-1) as LabelledField];
  const place = parent ? page.getByRole('group', { name: parent }) : page;
  const found = place
    .getByLabelText(new RegExp(`^${label}( ?\\(optional\\))?$`))
    .or(place.getByRole('group', { name: label, exact: true }));
  const here = () => found.elements().filter((element) => element.matches(controls));
  await expect.poll(() => here().length, { message: `controls called “${label}” for ${path}` }).toBe(1);
  return page.elementLocator(here()[0] as Element);
}

/** Returns the options of a control; undefined for text and files. */
function offeredBy(control: Locator): string[] | undefined {
  const element = control.element();
  if (element.matches(typedControls)) return undefined;
  return [...element.querySelectorAll<HTMLInputElement | HTMLOptionElement>('input, option')]
    .map(({ value }) => value)
    .filter((value) => value !== '');
}

/** Replaces a text within this page: a browser driver takes several times as long. */
async function fill(control: Locator, text: string): Promise<void> {
  const focused = () => {
    const element = control.element() as HTMLInputElement | HTMLTextAreaElement;
    element.focus();
    return document.activeElement === element && element;
  };
  // A control that is not on the screen yet, or disabled, cannot be focused.
  await expect.poll(focused).toBeTruthy();
  const element = focused();
  if (element) element.select();
  // Fires the events that a key fires.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

/** Types a text, or chooses the option with this value. */
export async function enter(form: FormOnScreen, path: string, value: string): Promise<void> {
  const control = await controlOf(form, path);
  const element = control.element();
  if (element.matches('select')) return userEvent.selectOptions(control, value);
  if (!offeredBy(control)) return fill(control, value);
  const choice = element.querySelector<HTMLInputElement>(`input[value="${value}"]`);
  if (!choice?.checked) choice?.click();
}

/** Chooses files at once. */
export function chooseFiles(control: Locator, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const input = control.element() as HTMLInputElement;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function enterAll(form: FormOnScreen): Promise<void> {
  for (const [path, value] of Object.entries(form.given ?? {})) await enter(form, path, value);
}

async function send({ submit }: FormOnScreen): Promise<void> {
  const buttons = page.getByRole('button', { name: submit, exact: true }).elements();
  await userEvent.click(buttons.find((button) => button.matches('[type="submit"]')) as Element);
}

async function says(control: Locator, path: string, message: string): Promise<void> {
  await expect.element(control).toHaveAccessibleDescription(expect.stringContaining(sentence(path, message)));
}

/** Expects each error in the list at the top of a form to lead to a control that shows it. */
function everyErrorLeadsToItsField(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[role="alert"] a[href^="#"]')) {
    link.click();
    const described =
      document.activeElement?.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
    const said = described.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(said, `described by the list as “${link.textContent}”`).toContain(link.textContent);
  }
}

/**
 * Expects a control for each field of a request, which offers each allowed value and shows the server's errors of the
 * field.
 *
 * @param at the prefix of the server's paths of the fields
 */
export async function saysRefusals(form: FormOnScreen, call: CallName, at = ''): Promise<void> {
  const fields = fieldsOf(form);
  await enterAll(form);
  const message = 'is refused by this server';
  const issues = fields.map(({ path }) => ({ field: `${at}${path}`, message }));
  const restore = answering(new RegExp(`${calls[call].path}$`), async () =>
    marked({ errorMessage: 'Refused.', code: 'invalid', issues }, 422),
  );
  try {
    await send(form);
    await form.reopen?.();
    for (const field of fields) {
      const control = await controlOf(form, field.path);
      const allowed = rulesOf(field).find(({ type }) => type === 'picklist')?.options;
      if (allowed) expect(offeredBy(control)?.toSorted(), field.path).toEqual(allowed.toSorted());
      await says(control, field.path, message);
    }
    everyErrorLeadsToItsField();
  } finally {
    restore();
  }
}

/** Expects beside each typed field every sentence that the form's rules have for it. */
export async function saysRules(form: FormOnScreen): Promise<void> {
  await enterAll(form);
  let isTried = false;
  for (const field of fieldsOf(form)) {
    const control = await controlOf(form, field.path);
    if (offeredBy(control)) continue;
    for (const [message, entry] of wrongEntries(form, field)) {
      if (typeof entry === 'string') await fill(control, entry);
      else chooseFiles(control, entry);
      if (!isTried) await send(form);
      isTried = true;
      if (isOfFiles(field) && message === attachmentTypeMessage) {
        await expect
          .element(page.getByRole('list', { name: 'Files that weren’t added' }))
          .toMatchTextContent(message);
        continue;
      }
      await says(control, field.path, message);
      await expect.element(control).toHaveAttribute('aria-invalid', 'true');
    }
    if (!isOfFiles(field)) await fill(control, form.given?.[field.path] ?? '');
  }
}
