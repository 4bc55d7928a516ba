import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openFormDraft } from '../../../src/outbox/drafts/formDraft.ts';
import { hasShapeOf, mergeTyped } from '../../../src/ui/form/savedValues.ts';
import { draftStores } from '../../support/app/draftStores.ts';

const empty = { inviteeList: [{ email: '', firstName: '' }] };
const typed = {
  inviteeList: [
    { email: 'ada@client.test', firstName: 'Ada' },
    { email: '', firstName: '' },
  ],
};

test('a saved value is restored, and dropped when it is equal to the initial one', async () => {
  const draft = openFormDraft('bob@ev.test', 'invite');
  draft.put(typed);
  draft.end();
  const read = await openFormDraft('bob@ev.test', 'invite').read();
  expect(hasShapeOf(empty, read) && read).toEqual(typed);
  const later = openFormDraft('bob@ev.test', 'invite');
  later.put(null);
  later.end();
  expect(await openFormDraft('bob@ev.test', 'invite').read()).toBeNull();
  expect(await draftStores().drafts()).toEqual([]);
});

test('a field that was typed in during the restore stays, and the others are restored', () => {
  const initial = { city: '', street: '' };
  expect(mergeTyped({ city: 'Rome', street: 'Elm' }, { city: '', street: 'Oak' }, initial)).toEqual({
    city: 'Rome',
    street: 'Oak',
  });
});

test.each([
  ['nothing', null],
  ['another form', { firstName: 'Ada' }],
  ['a list that is none', { inviteeList: 'ada' }],
  ['rows of another shape', { inviteeList: [{ email: 1, firstName: '' }] }],
])('%s is not accepted as the form’s values', (_, read) => {
  expect(hasShapeOf(empty, read)).toBe(false);
});
