import { TextQuote } from 'lucide';
import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import fieldStyles from '../ui/form/Field.module.css';
import { Field, type FieldProps } from '../ui/form/Field.tsx';
import { GrowingArea } from '../ui/form/GrowingArea.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Replies.module.css';
import { useReplyPicker } from './useReplyPicker.tsx';

type Props = FieldProps & {
  name: string;
  value: string;
  onChange: (value: string) => void;
  jobIds: readonly string[];
};

/** A text of several lines in which staff put saved replies, by `/` or by a button. */
export function ReplyTextArea({ label, hint, error, required, value, onChange, jobIds, ...area }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useReplyPicker({ input, jobIds });
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className={styles.holder}>
          <GrowingArea
            {...area}
            {...control}
            {...picker.control}
            ref={input}
            className={`${fieldStyles.control} ${fieldStyles.area}`}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              picker.look(event.target);
            }}
            onSelect={(event) => picker.look(event.currentTarget)}
            onBlur={picker.leave}
            onKeyDown={picker.onKeyDown}
          />
          {picker.list}
          {picker.canOpen && (
            <div className="row">
              <Button
                variant="quiet"
                // The field keeps the focus, and its caret.
                onMouseDown={(event) => event.preventDefault()}
                onClick={picker.open}
              >
                <Icon of={TextQuote} />
                Saved replies
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
