import { X } from 'lucide';
import { useState } from 'react';
import { shownNameOf } from '../../api/attachments.ts';
import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import {
  replySizeMessage,
  type SavedReplyForm,
  SavedReplyForm as SavedReplyRules,
} from '../../contract/savedReplyForms.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { saveReply } from '../../outbox/sends/sendSavedReplies.ts';
import { insertText } from '../../replies/insertText.ts';
import { placeholderNames } from '../../replies/placeholders.ts';
import type { ShownReply } from '../../replies/waitingReplies.ts';
import { getOwner } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { FilePicker } from '../../ui/filePicker/FilePicker.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import styles from './SavedReplies.module.css';

type Props = {
  /** Of a new one: whether it is for all staff. */
  isFirms: boolean;
  /** The one to change; null for a new one. */
  reply: ShownReply | null;
  onClose: () => void;
};
type Values = { name: string; content: string; files: File[] };

/** Adds a saved reply, or changes one. What is typed is saved under the reply, or as the new one of its list. */
export function ReplyDialog({ isFirms, reply, onClose }: Props) {
  const { email } = useProfile();
  const initial: Values = { name: reply?.name ?? '', content: reply?.content ?? '', files: [] };
  const form = useSavedForm(SavedReplyRules, initial, (rules) =>
    openDraft(email, `reply:${reply?.replyId ?? (isFirms ? 'new-firms' : 'new')}`, rules),
  );
  const [replyId] = useState(() => reply?.replyId ?? crypto.randomUUID());
  const [drops, setDrops] = useState<readonly string[]>([]);
  const kept = (reply?.files ?? []).filter(({ key }) => !drops.includes(key));
  const content = form.field('content');

  async function save({ name, content }: SavedReplyForm) {
    const dropped = drops.length > 0 && { drops: [...drops] };
    const saved = { replyId, isFirms: reply?.isFirms ?? isFirms, name, content, ...dropped };
    const { files } = form.values;
    await form.draft.current?.handOver((sent) => saveReply(getOwner(), saved, files, sent));
    onClose();
  }
  return (
    <FormDialog
      title={reply ? 'Edit reply' : isFirms ? 'Add reply for all staff' : 'Add reply'}
      form={form}
      onSubmit={form.submit(save)}
      onClose={onClose}
      submit="Save reply"
    >
      <TextField
        label="Name"
        required
        hint="What you’ll type after /, such as “Missing roof plan”"
        {...form.field('name')}
      />
      <TextArea label="Text" required rows={5} {...content} />
      <FieldChoice
        onChoose={(name) => {
          const field = form.ref.current?.querySelector('textarea');
          if (field) insertText(field, field.selectionStart, field.selectionEnd, `{${name}}`);
        }}
      />
      <KeptFiles files={kept} onDrop={(key) => setDrops([...drops, key])} />
      {reply?.record && reply.record.files.length > 0 ? (
        <p className="soft">You can change the files once they’re sent.</p>
      ) : (
        <FilePicker
          label={kept.length > 0 ? 'Add files' : 'Files'}
          hint="Attached to messages, not to reasons. Up to 5."
          sizeMessage={replySizeMessage}
          onPick={() => void saveEveryDraft()}
          {...form.field('files')}
        />
      )}
    </FormDialog>
  );
}

/** Puts the name of a field of the job into the text, which is filled in when the reply is inserted. */
function FieldChoice({ onChoose }: { onChoose: (name: string) => void }) {
  const options = Object.fromEntries(
    placeholderNames.map((name) => [name, name[0]?.toUpperCase() + name.slice(1)]),
  );
  const [turn, setTurn] = useState(0);
  return (
    <Select
      // Begins anew: the same field can be inserted twice.
      key={turn}
      label="Insert a field of the job"
      hint="Filled in for each job. What a job lacks stays in braces, for you to type."
      name="field"
      placeholder="Choose a field"
      options={options}
      value=""
      onChange={(name) => {
        onChoose(name);
        setTurn(turn + 1);
      }}
    />
  );
}

type KeptProps = { files: readonly Attachment[]; onDrop: (key: string) => void };

function KeptFiles({ files, onDrop }: KeptProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Attached files">
      {files.map((file) => (
        <li key={file.key} className={styles.file}>
          <span translate="no">{shownNameOf(file)}</span>
          <IconButton icon={X} label={`Remove ${shownNameOf(file)}`} onClick={() => onDrop(file.key)} />
        </li>
      ))}
    </ul>
  );
}
