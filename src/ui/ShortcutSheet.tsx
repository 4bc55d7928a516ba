import { Dialog } from './Dialog.tsx';
import styles from './ShortcutSheet.module.css';
import { shortcuts } from './shortcuts.ts';

const closing = { keys: ['Esc'], label: 'Close the chat, a dialog or a notice' };

/** The list of the keyboard shortcuts. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {[...Object.values(shortcuts), closing].map(({ keys, label }) => (
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
      <p className="soft small">
        They wait while you type in a field. You can switch them off in your account.
      </p>
    </Dialog>
  );
}
