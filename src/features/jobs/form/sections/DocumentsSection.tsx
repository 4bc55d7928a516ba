import { Link2 } from 'lucide';
import { useState } from 'react';
import type { Transfer } from '../../../../api/client.ts';
import { attachmentTypeMessage, totalFileSizeMessage } from '../../../../contract/files/files.ts';
import { totalFilesSizeMessage } from '../../../../contract/limits.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FilePicker } from '../../../../ui/filePicker/FilePicker.tsx';
import { filesHint } from '../../../../ui/files/pickedFile.ts';
import { CheckboxGroup } from '../../../../ui/form/ChoiceGroup.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import type { BoundField } from '../../../../ui/form/useForm.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { useIsWide } from '../../../../ui/useIsWide.ts';
import { type Fold, FormSection } from './FormSection.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';

type Props = {
  form: JobFieldsForm;
  files: BoundField<File[]>;
  /** A new job needs files or links; to an existing one they are added. */
  isNew: boolean;
  /** Whether the client will send them, where staff may choose it. */
  following?: BoundField<boolean> | undefined;
  /** The upload while it is sent, null before its first byte. */
  sending?: Transfer | null | undefined;
  /** Called before a file dialog or the camera opens. */
  onPick?: () => void;
  fold: Fold;
};

const later = { later: 'The client will send them' };

export function DocumentsSection({ form, files, isNew, following, sending, onPick, fold }: Props) {
  const isWide = useIsWide();
  const { jobAttachmentLinks, referenceLinks } = form.values;
  const [addsLinks, setAddsLinks] = useState(false);
  // On a phone the links are asked for, unless there are any.
  const showsLinks =
    isWide ||
    !isNew ||
    addsLinks ||
    `${jobAttachmentLinks}${referenceLinks}` !== '' ||
    form.errorOf('jobAttachmentLinks') !== undefined;
  if (showsLinks && !addsLinks) setAddsLinks(true);
  const hasLinks = jobAttachmentLinks.trim() !== '';
  const isNeeded = isNew && !following?.value;
  return (
    <FormSection
      fold={fold}
      title={isNew ? 'Documents' : 'Documents and links'}
      note={isNeeded && isWide ? 'Add files, links, or both. At least one is required.' : undefined}
    >
      {following && (
        <CheckboxGroup
          // On a phone it stands right below the title, which says the same.
          label={isWide ? 'No documents yet?' : <span className="visually-hidden">No documents yet?</span>}
          required={!isWide}
          hint={following.value ? 'We’ll ask the client for them in the job’s chat.' : undefined}
          options={later}
          {...following}
          value={following.value ? ['later'] : []}
          onChange={(chosen) => following.onChange(chosen.length > 0)}
        />
      )}
      <FilePicker
        label={isNew ? 'Files' : 'Add files'}
        required={isNeeded && !hasLinks}
        hint={filesHint}
        typeMessage={attachmentTypeMessage}
        sizeMessage={isNew ? totalFilesSizeMessage : totalFileSizeMessage}
        sending={sending}
        onPick={onPick}
        {...files}
      />
      {!addsLinks && (
        <div className="row">
          <Button variant="quiet" onClick={() => setAddsLinks(true)}>
            <Icon of={Link2} />
            Add links
          </Button>
        </div>
      )}
      <div className="fields" hidden={!addsLinks}>
        <TextArea
          label="Document links"
          required={isNeeded && files.value.length === 0}
          hint="One link per line"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('jobAttachmentLinks')}
        />
        <TextArea
          label="Reference links"
          hint="Maps, earlier drawings, or anything else that helps. One link per line."
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('referenceLinks')}
        />
      </div>
    </FormSection>
  );
}
