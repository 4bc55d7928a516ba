import type { Job } from '../../../contract/job.ts';
import { useOpenChat } from '../../../ui/openChat.ts';
import { jobName, newMessagesWords } from '../jobWords.ts';
import styles from './RowButton.module.css';
import { RowIcon } from './RowIcon.tsx';

/** Opens a job's conversation in the chat panel; says how many messages wait in it. */
export function OpenChatButton({ job }: { job: Pick<Job, 'jobId' | 'project' | 'newMessages'> }) {
  const openChat = useOpenChat();
  const { newMessages } = job;
  const waiting = newMessages > 0 ? `, ${newMessagesWords(newMessages)}` : '';
  return (
    <button
      type="button"
      className={styles.button}
      title={`Open chat${waiting}`}
      aria-label={`Open chat of ${jobName(job)}${waiting}`}
      data-new={newMessages > 0 || undefined}
      onClick={() => openChat(job.jobId)}
    >
      <RowIcon name="chat" />
      {newMessages > 0 && <span className={styles.count}>{newMessages}</span>}
    </button>
  );
}
