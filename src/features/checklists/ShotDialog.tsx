import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { useState } from 'react';
import { previewQuery } from '../../api/attachments.ts';
import type { Service } from '../../contract/enums.ts';
import { type ShotForm, ShotForm as ShotRules } from '../../contract/jobs/checklistForms.ts';
import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { type SavedShot, saveShot } from '../../outbox/sends/sendShots.ts';
import { getOwner } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PhotoButtons } from '../../ui/files/PhotoButtons.tsx';
import { smallerPhoto } from '../../ui/files/photos.ts';
import { Thumb } from '../../ui/files/Thumb.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useNear } from '../../ui/useNear.ts';
import type { ShownShot } from './waitingShots.ts';

type Props = {
  service: Service;
  /** The shot to change; null for a new one. */
  shot: ShownShot | null;
  onClose: () => void;
};
type Values = { name: string; hint: string; example: File[] };

/** Adds a shot to a checklist, or changes one. What is typed is saved under the shot, or as the new shot of the list. */
export function ShotDialog({ service, shot, onClose }: Props) {
  const { email } = useProfile();
  const initial: Values = { name: shot?.name ?? '', hint: shot?.hint ?? '', example: [] };
  const form = useSavedForm(ShotRules, initial, (rules) =>
    openDraft(email, `shot:${shot?.shotId ?? service}`, rules),
  );
  const [shotId] = useState(() => shot?.shotId ?? crypto.randomUUID());
  const [isDropped, setDropped] = useState(false);
  /** The example picture is being made smaller: sent now, the shot would have none. */
  const [isTaking, setTaking] = useState(false);
  const [picture] = form.values.example;
  const hasExample = picture !== undefined || (shot?.example !== null && shot !== null && !isDropped);

  async function save({ name, hint }: ShotForm) {
    const saved: SavedShot = {
      shotId,
      service: shot?.service ?? service,
      name,
      hint,
      ...(isDropped && !picture && { noExample: true }),
    };
    await form.draft.current?.handOver((sent) => saveShot(getOwner(), saved, picture ? [picture] : [], sent));
    onClose();
  }
  return (
    <FormDialog
      title={shot ? 'Edit shot' : 'Add shot'}
      form={form}
      onSubmit={form.submit(save)}
      onClose={onClose}
      submit={shot ? 'Save shot' : 'Add shot'}
      {...(isTaking && { state: { busy: true } })}
    >
      <TextField
        label="Name"
        required
        hint="What to photograph, such as “Array from the south”"
        {...form.field('name')}
      />
      <TextField label="Hint" hint="What to mind when taking it" {...form.field('hint')} />
      <section className="stack" data-tight="" data-field="example" aria-label="Example picture">
        <p>
          <strong>Example picture</strong> <span className="soft">(optional)</span>
        </p>
        {form.errorOf('example') && <p role="alert">{form.errorOf('example')}</p>}
        {hasExample && (
          <div className="row">
            {shot?.example && !picture ? (
              <ExampleThumb file={shot.example} />
            ) : (
              <Thumb ref={null} picture={picture} contentType="image/png" small />
            )}
            <span>{picture ? picture.name : 'Current picture'}</span>
            <Button
              variant="quiet"
              onClick={() => {
                form.set('example', []);
                setDropped(true);
              }}
            >
              <Icon of={X} />
              Remove picture
            </Button>
          </div>
        )}
        <PhotoButtons
          subject="the example"
          single
          onBusy={setTaking}
          onPhotos={async ([photo]) => {
            if (photo) form.set('example', [(await smallerPhoto(photo)) ?? photo]);
          }}
        />
      </section>
    </FormDialog>
  );
}

/** The example picture of a shot, small. */
export function ExampleThumb({ file }: { file: Attachment }) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  return (
    <Thumb ref={frame} picture={thumb.isError ? null : thumb.data} contentType={file.contentType} small />
  );
}
