import type { Transfer } from '../../../api/client.ts';
import { attachmentTypeMessage, totalFileSizeMessage } from '../../../contract/files/files.ts';
import { totalFilesSizeMessage } from '../../../contract/limits.ts';
import { FilePicker } from '../../../ui/filePicker/FilePicker.tsx';
import { filesHint } from '../../../ui/files/pickedFile.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import type { BoundField } from '../../../ui/form/useForm.ts';
import { Section } from '../../../ui/Section.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';

type Props = {
  form: JobFieldsForm;
  files: BoundField<File[]>;
  /** A new job needs files or links; to an existing one they are added. */
  isNew: boolean;
  /** The upload while it is sent, null before its first byte. */
  sending?: Transfer | null | undefined;
  /** Called before a file dialog or the camera opens. */
  onPick?: () => void;
};

export function DocumentsSection({ form, files, isNew, sending, onPick }: Props) {
  const hasLinks = form.values.jobAttachmentLinks.trim() !== '';
  return (
    <Section
      title={isNew ? 'Documents' : 'Documents and links'}
      note={isNew ? 'Add files, links, or both. At least one is required.' : undefined}
    >
      <FilePicker
        label={isNew ? 'Files' : 'Add files'}
        required={isNew && !hasLinks}
        hint={filesHint}
        typeMessage={attachmentTypeMessage}
        sizeMessage={isNew ? totalFilesSizeMessage : totalFileSizeMessage}
        sending={sending}
        onPick={onPick}
        {...files}
      />
      <div className="fields">
        <TextArea
          label="Document links"
          required={isNew && files.value.length === 0}
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
    </Section>
  );
}
