import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Employee } from '../../../contract/users/user.ts';
import { counted } from '../../../format/counted.ts';
import type { ControlProps } from '../../../ui/form/Field.tsx';
import { GrowingArea } from '../../../ui/form/GrowingArea.tsx';
import { isComposing, isSendKey } from '../../../ui/form/sendKeys.ts';
import styles from './MentionArea.module.css';
import { mentionBefore, staffLike, type TypedMention, withMention } from './mentions.ts';

type Props = ControlProps & {
  ref: Ref<HTMLTextAreaElement>;
  name: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  staff: readonly Employee[];
  onMention: (chosen: Employee) => void;
  /** Called for the keys that send it. */
  onSend: () => void;
};

/**
 * A text in which `@` and a name mention staff. The matches are a listbox below the text, which keeps the focus: arrow keys move in it,
 * Enter and Tab choose, Escape closes it.
 */
export function MentionArea(props: Props) {
  const { ref, value, onChange, staff, onMention, onSend, ...control } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement);
  const id = useId();
  const [mention, setMention] = useState<TypedMention | null>(null);
  const [active, setActive] = useState(0);
  /** Where the `@` stands whose list the user has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Where the caret goes once the text with the chosen name is shown. */
  const caret = useRef<number>(undefined);
  const options = mention && mention.at !== closedAt ? staffLike(mention.typed, staff) : [];
  const isOpen = options.length > 0;
  const optionId = (n: number) => `${id}-${n}`;

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  /** Reads from the field what is being typed, whatever moved the caret. */
  function look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionBefore(text, selectionStart) : null;
    if (found?.at !== mention?.at) setClosedAt(null);
    if (found?.typed !== mention?.typed) setActive(0);
    setMention(found);
  }

  function choose(chosen: Employee) {
    if (!mention) return;
    const next = withMention(value, mention, chosen.userName);
    caret.current = next.caret;
    onChange(next.text);
    onMention(chosen);
    setMention(null);
    area.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey } = event;
    if (isComposing(event)) return;
    const chosen = options[active];
    const withKey = ctrlKey || metaKey;
    if (isSendKey(event) && (withKey || !isOpen)) onSend();
    else if (!isOpen || withKey) return;
    else if (key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if ((key === 'Enter' || (key === 'Tab' && !event.shiftKey)) && chosen) choose(chosen);
    else if (key === 'Escape') setClosedAt(mention?.at ?? null);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.holder}>
      <GrowingArea
        {...control}
        ref={area}
        className={styles.area}
        rows={3}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? optionId(active) : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setMention(null)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={id} className={styles.options} role="listbox" tabIndex={-1} aria-label="Staff">
          {options.map((one, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <div
              key={one.email}
              id={optionId(n)}
              role="option"
              tabIndex={-1}
              aria-selected={n === active}
              className={styles.option}
              translate="no"
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <bdi>{one.userName}</bdi> <span className="soft small">{one.email}</span>
            </div>
          ))}
        </div>
      )}
      <output className="visually-hidden">
        {isOpen && `${counted(options.length, 'match', 'matches')}. Use the arrow keys and press Enter.`}
      </output>
    </div>
  );
}
