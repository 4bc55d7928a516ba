import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Employee } from '../../../contract/users/user.ts';
import type { ControlProps } from '../../../ui/form/Field.tsx';
import { GrowingArea } from '../../../ui/form/GrowingArea.tsx';
import { OptionList, useOptions } from '../../../ui/form/OptionList.tsx';
import { isSendKey } from '../../../ui/form/sendKeys.ts';
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

/** A text in which `@` and a name mention staff. The matches are listed below the text. */
export function MentionArea(props: Props) {
  const { ref, value, onChange, staff, onMention, onSend, ...control } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement);
  const [mention, setMention] = useState<TypedMention | null>(null);
  /** Where the `@` stands whose list the user has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Where the caret goes once the text with the chosen name is shown. */
  const caret = useRef<number>(undefined);
  const matches = mention && mention.at !== closedAt ? staffLike(mention.typed, staff) : [];
  const options = useOptions(matches, { choose, close: () => setClosedAt(mention?.at ?? null) });

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  /** Reads from the field what is being typed, whatever moved the caret. */
  function look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionBefore(text, selectionStart) : null;
    if (found?.at !== mention?.at) setClosedAt(null);
    if (found?.typed !== mention?.typed) options.restart();
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

  return (
    <div className={styles.holder}>
      <GrowingArea
        {...control}
        {...options.control}
        ref={area}
        className={styles.area}
        rows={3}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setMention(null)}
        onKeyDown={(event) => {
          if (options.onKeyDown(event) || !isSendKey(event)) return;
          event.preventDefault();
          onSend();
        }}
      />
      <OptionList list={options.list} label="Staff" className={styles.list} keyOf={({ email }) => email}>
        {({ userName, email }) => (
          <span translate="no">
            <bdi>{userName}</bdi> <span className="soft small">{email}</span>
          </span>
        )}
      </OptionList>
    </div>
  );
}
