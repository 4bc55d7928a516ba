import { useId, useState } from 'react';
import { maxViews } from '../../../contract/limits.ts';
import { SavedViewForm } from '../../../contract/savedViewForms.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useUnsaved } from '../../../ui/form/useUnsaved.ts';
import { me } from '../filters/jobListSearch.ts';
import type { AskedView } from './askView.ts';
import { mayChangeView } from './mayChangeView.ts';
import { saveView } from './saveView.ts';
import type { ShownView } from './shownViews.ts';

type Props = { asked: AskedView; views: readonly ShownView[]; onClose: () => void };

/** Names the list that is shown, as a new view or in the place of another one; or renames a view. */
export function ViewDialog({ asked, views, onClose }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={asked.isNew ? 'Save as view' : 'Edit view'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Save view
          </Button>
        </>
      }
    >
      <ViewFields id={id} asked={asked} views={views} onClose={onClose} />
    </Dialog>
  );
}

const newView = 'new';
const shared = { shared: 'Share with all staff' };

function ViewFields({ id, asked: { isNew, view }, views, onClose }: Props & { id: string }) {
  const reader = useProfile();
  const mine = views.filter((one) => mayChangeView(reader, one));
  const own = mine.filter(({ owner }) => owner === reader.email);
  const isFull = own.length >= maxViews;
  const [place, setPlace] = useState(
    isNew ? (isFull ? (mine[0]?.viewId ?? '') : newView) : view.saved?.viewId,
  );
  const old = mine.find(({ viewId }) => viewId === place) ?? null;
  const form = useForm(SavedViewForm, { name: old?.name ?? '' });
  useUnsaved(form.values);
  const [isShared, setShared] = useState(old?.isShared === true);
  const isOwn = !old || old.owner === reader.email;

  function choose(viewId: string) {
    const chosen = mine.find((one) => one.viewId === viewId);
    setPlace(viewId);
    setShared(chosen?.isShared === true);
    form.field('name').onChange(chosen?.name ?? '');
  }
  function save({ name }: SavedViewForm) {
    const { category, search } = isNew || !old ? view : old;
    const viewId = old?.viewId ?? crypto.randomUUID();
    onClose();
    return saveView(old, { viewId, name, isShared, category, search: { ...search } });
  }
  return (
    <form id={id} ref={form.ref} noValidate className="stack" onSubmit={form.submit(save)}>
      <FormErrors form={form} />
      {isNew && mine.length > 0 && (
        <Select
          label="Save as"
          required
          name="place"
          hint={isFull ? `There can be up to ${maxViews} views of yours.` : undefined}
          options={{
            ...(!isFull && { [newView]: 'New view' }),
            ...Object.fromEntries(mine.map(({ viewId, name }) => [viewId, `Replace “${name}”`])),
          }}
          value={place ?? newView}
          onChange={choose}
        />
      )}
      <TextField label="Name" required {...form.field('name')} />
      {isOwn && (
        <CheckboxGroup
          label="Who sees it"
          name="shared"
          required
          hint={
            view.search.assignee === me
              ? 'In a shared view, “Me” is whoever looks at it. Clients never see views.'
              : 'Otherwise only you see it. Clients never see views.'
          }
          options={shared}
          value={isShared ? ['shared'] : []}
          onChange={(value) => setShared(value.length > 0)}
        />
      )}
    </form>
  );
}
