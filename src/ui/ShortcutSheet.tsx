import { Button } from './Button.tsx';
import { Dialog } from './dialog/Dialog.tsx';
import styles from './ShortcutSheet.module.css';
import { shortcuts } from './shortcuts.ts';

const moving = { keys: ['Arrow keys'], label: 'Move along tabs, the menu, rows, or column headers' };
const inserting = { keys: ['/'], label: 'In a message or a reason, insert a saved reply' };
/** Clients have no selection. */
const ofClients = { ...shortcuts.markConversation, label: 'Mark the chat as addressed' };
const answering = { keys: ['Ctrl or ⌘+Shift+Enter'], label: 'Send a message and mark what it answers' };
const commands = { keys: ['Ctrl or ⌘+K'], label: 'Open everything you can do here, by name' };
const closing = { keys: ['Esc'], label: 'Close the chat, a dialog, or a notification' };

type Props = {
  open: boolean;
  /** Whether to list the shortcuts to pages that only staff have. */
  staff: boolean;
  onClose: () => void;
};

/** The list of the keyboard shortcuts. */
export function ShortcutSheet({ open, staff, onClose }: Props) {
  const { users, figures, assign, status, due, priority, select, markConversation, ...others } = shortcuts;
  const listed = staff ? [...Object.values(shortcuts), inserting] : [...Object.values(others), ofClients];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <dl className={styles.list} tabIndex={0}>
        {[...listed, commands, answering, moving, closing].map(({ keys, label }) => (
          <div key={label}>
            <dt>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && <span className="soft small"> then </span>}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p className="soft small">Shortcuts don’t work while you’re typing. To turn them off, go to Account.</p>
    </Dialog>
  );
}
