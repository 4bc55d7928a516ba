import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDraft } from '../../../src/outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../../src/outbox/drafts/saveNow.ts';
import { hasShapeOf, hasShapeOfTyped, mergeTyped, typedFields } from '../../../src/ui/form/savedValues.ts';
import { draftStores } from '../../support/app/draftStores.ts';

const empty = { inviteeList: [{ email: '', firstName: '' }] };
const typed = {
  inviteeList: [
    { email: 'ada@client.test', firstName: 'Ada' },
    { email: '', firstName: '' },
  ],
};

function openInvitations() {
  return openDraft('bob@ev.test', 'invite', { fits: (content) => hasShapeOf(empty, content) });
}

async function readInvitations() {
  const draft = openInvitations();
  await draft.read();
  const { content } = draft.get();
  draft.end();
  return content;
}

test('a saved value is restored, and dropped when it is equal to the initial one', async () => {
  const draft = openInvitations();
  draft.put({ content: typed, files: [] });
  draft.end();
  await saveEveryDraft();
  expect(await readInvitations()).toEqual(typed);
  const later = openInvitations();
  await later.read();
  later.put({ content: null, files: [] });
  later.end();
  await saveEveryDraft();
  expect(await readInvitations()).toBeNull();
  expect(await draftStores().drafts()).toEqual([]);
});

test('a field that was typed in during the restore stays, and the others are restored', () => {
  const initial = { city: '', street: '' };
  expect(mergeTyped({ city: 'Rome', street: 'Elm' }, { city: '', street: 'Oak' }, initial)).toEqual({
    city: 'Rome',
    street: 'Oak',
  });
});

test('a draft holds the fields that were typed, and fits with these alone', () => {
  const initial = { name: 'Harbor', address: { city: 'Rome' }, color: '#15307c' };
  const typed = typedFields({ ...initial, address: { city: 'Oslo' } }, initial);
  expect(typed).toEqual({ address: { city: 'Oslo' } });
  expect(hasShapeOfTyped(initial, typed)).toBe(true);
  // As an earlier build has saved it.
  expect(hasShapeOfTyped(initial, { ...initial, ...typed })).toBe(true);
  for (const other of [null, 'Oslo', { address: 'Oslo' }, { address: { city: 1 } }])
    expect(hasShapeOfTyped(initial, other)).toBe(false);
});

test.each([
  ['nothing', null],
  ['another form', { firstName: 'Ada' }],
  ['a list that is none', { inviteeList: 'ada' }],
  ['rows of another shape', { inviteeList: [{ email: 1, firstName: '' }] }],
])('%s is not accepted as the form’s values', (_, read) => {
  expect(hasShapeOf(empty, read)).toBe(false);
});

const file = new File(['a'], 'a.pdf');

test.each([
  ['files beside its text', { name: '', files: [] }, { name: 'Thanks', files: [file] }],
  ['no date in the place of one', { date: '2026-12-01', reason: '' }, { date: null, reason: 'Held' }],
  ['a date in the place of none', { date: null, reason: '' }, { date: '2026-12-01', reason: 'Held' }],
])('a draft with %s is accepted', (_, initial: object, read: object) => {
  expect(hasShapeOf(initial, read)).toBe(true);
});

test.each([
  ['something else than files in a list of files', { files: [] }, { files: [{}] }],
  ['nothing in the place of an address', { address: { city: '' } }, { address: null }],
  ['an address in the place of nothing', { date: null }, { date: { city: '' } }],
  ['a field that is not there', { date: null }, {}],
])('%s is not accepted', (_, initial: object, read: object) => {
  expect(hasShapeOf(initial, read)).toBe(false);
});
