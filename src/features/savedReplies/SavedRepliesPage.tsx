import { Paperclip, Pencil, Plus, Trash2 } from 'lucide';
import { useState, useSyncExternalStore } from 'react';
import { shownNameOf } from '../../api/attachments.ts';
import { maxReplies } from '../../contract/limits.ts';
import { sendStateText } from '../../outbox/kinds/sendState.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { saveReply } from '../../outbox/sends/sendSavedReplies.ts';
import { useReplies } from '../../replies/useReplies.ts';
import type { ReplyRecord, ShownReply } from '../../replies/waitingReplies.ts';
import { getOwner } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { useTicking } from '../../ui/useTicking.ts';
import { ReplyDialog } from './ReplyDialog.tsx';
import styles from './SavedReplies.module.css';

/** `/saved-replies`: the user's own texts for messages and reasons, and those of the firm (staff). */
export function SavedRepliesPage() {
  const { userType } = useProfile();
  const { query, replies } = useReplies();
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Saved replies"
        note="Type / in a message or a reason to insert one. Clients never see this list."
      />
      {query.data ? (
        <>
          <Replies isFirms={false} mayEdit replies={replies.filter(({ isFirms }) => !isFirms)} />
          <Replies
            isFirms
            mayEdit={userType === 'ADMIN'}
            replies={replies.filter(({ isFirms }) => isFirms)}
          />
        </>
      ) : (
        <NotLoaded query={query} what="saved replies" heights={['8rem', '8rem']} />
      )}
    </div>
  );
}

type Props = { isFirms: boolean; mayEdit: boolean; replies: readonly ShownReply[] };

/** The user's own, or those of the firm, with buttons for those who may change them. */
function Replies({ isFirms, mayEdit, replies }: Props) {
  /** The one in the dialog; null for a new one. */
  const [edited, setEdited] = useState<ShownReply | null>();
  const [removing, setRemoving] = useState<ShownReply | null>(null);
  const list = useRetainedFocus(replies.map(({ replyId }) => replyId));

  function remove({ replyId, name, content }: ShownReply) {
    saveReply(getOwner(), { replyId, isFirms, name, content, removed: true }).catch(toastError);
    setRemoving(null);
  }
  return (
    <Section
      title={isFirms ? 'EV’s replies' : 'Your replies'}
      note={
        isFirms ? `All staff can use these.${mayEdit ? '' : ' Admins edit them.'}` : 'Only you see these.'
      }
    >
      {replies.length === 0 && <p className="soft">None yet.</p>}
      <ul ref={list} className={styles.replies}>
        {replies.map((reply) => (
          <ReplyRow
            key={reply.replyId}
            reply={reply}
            mayEdit={mayEdit}
            onEdit={() => setEdited(reply)}
            onRemove={() => setRemoving(reply)}
          />
        ))}
      </ul>
      {mayEdit && (
        <div className="row">
          {replies.length < maxReplies ? (
            <Button onClick={() => setEdited(null)}>
              <Icon of={Plus} />
              {isFirms ? 'Add reply for all staff' : 'Add reply'}
            </Button>
          ) : (
            <p className="soft">There can be up to {maxReplies}.</p>
          )}
        </div>
      )}
      {edited !== undefined && (
        <ReplyDialog isFirms={isFirms} reply={edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirm="Remove reply"
        onConfirm={() => removing && remove(removing)}
      >
        {isFirms ? 'All staff lose it. ' : ''}Messages that were sent stay as they are.
      </ConfirmDialog>
    </Section>
  );
}

type RowProps = { reply: ShownReply; mayEdit: boolean; onEdit: () => void; onRemove: () => void };

function ReplyRow({ reply, mayEdit, onEdit, onRemove }: RowProps) {
  const { name, content, files, record } = reply;
  const names = [...files.map(shownNameOf), ...(record?.files ?? []).map((file) => file.name)];
  return (
    <li className={styles.reply}>
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={styles.text} dir="auto">
          {content}
        </p>
        {names.length > 0 && (
          <p className="soft small">
            <Icon of={Paperclip} /> <span translate="no">{names.join(', ')}</span>
          </p>
        )}
        {record && <WaitingState record={record} />}
      </div>
      {mayEdit && (
        <div className={styles.actions}>
          <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
          <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

function WaitingState({ record }: { record: ReplyRecord }) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  return <p className="soft small">{useTicking((now) => sendStateText(record, records, now))}</p>;
}
