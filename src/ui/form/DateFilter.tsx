import { type ComponentProps, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isPlausibleDay, withCentury } from '../../contract/days.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

type Props = Pick<ComponentProps<'input'>, 'min' | 'max'> & {
  label: string;
  /** `YYYY-MM-DD`; empty for none. */
  value: string;
  /** Called with a whole day, or `''`, once typing pauses or ends. */
  onChange: (value: string) => void;
  /** Placeholder of an empty field, where some browsers show today's date as if it were chosen. */
  empty: string;
};

/** What a field holds while it differs from the day that counts. */
type Typed = {
  text: string;
  /** Some of its parts are missing, and the browser tells none. */
  isPart: boolean;
  /** The day that counted meanwhile: another one, such as by a link, replaces what is typed. */
  beside: string;
  /** The field was left, so that what is wrong can be said. */
  isLeft: boolean;
};

/** After the last key of a day, and of a change of a whole day, which is whole after each of its parts. */
const pauseMs = { first: 300, change: 1000 };

function wrongText({ text, isPart, isLeft }: Typed): string {
  if (isPart) return isLeft ? 'Enter a whole date, like 07/04/26.' : '';
  if (text === '' || isPlausibleDay(text)) return '';
  // A year of four digits or fewer may be on its way to a right one: 0002, 0020, 0202.
  return isLeft || text.length > 10 ? 'Enter a year from 2000 to 2099.' : '';
}

/** A day to filter by, or none. The field keeps what is typed, says what is wrong with it, and filters by whole days only. */
export function DateFilter({ label, value, onChange, empty, min, max }: Props) {
  const [state, setState] = useState<Typed | null>(null);
  const typed = state?.beside === value ? state : null;
  if (state && !typed) setState(null);
  const hasKeys = useRef(false);

  const isReady =
    typed !== null &&
    typed.text !== value &&
    !typed.isPart &&
    (typed.text === '' || isPlausibleDay(typed.text));
  const apply = useEffectEvent(() => {
    hasKeys.current = false;
    if (typed && isReady) onChange(typed.text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins anew with each change.
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(apply, hasKeys.current && value !== '' ? pauseMs.change : pauseMs.first);
    return () => clearTimeout(timer);
  }, [isReady, typed?.text, value]);

  function read({ currentTarget }: SyntheticEvent<HTMLInputElement>, isLeft: boolean) {
    const { value: text, validity } = currentTarget;
    setState({ text: isLeft ? withCentury(text) : text, isPart: validity.badInput, beside: value, isLeft });
  }
  /** Takes what is typed when the field is left or Enter is pressed. */
  function take(event: SyntheticEvent<HTMLInputElement>) {
    hasKeys.current = false;
    read(event, true);
    const text = withCentury(event.currentTarget.value);
    if (event.currentTarget.validity.badInput || text === value) return;
    if (text === '' || isPlausibleDay(text)) onChange(text);
  }
  const shown = typed ? typed.text : value;
  return (
    <Field label={label} error={typed ? wrongText(typed) : ''} required>
      {(control) => (
        <span className={styles.date} data-empty={(shown === '' && !typed?.isPart) || undefined}>
          <input
            {...control}
            type="date"
            min={min}
            max={max}
            className={styles.control}
            value={shown}
            onChange={(event) => read(event, false)}
            onKeyDown={(event) => {
              hasKeys.current = true;
              if (event.key === 'Enter') take(event);
            }}
            onBlur={take}
          />
          <span aria-hidden="true">{empty}</span>
        </span>
      )}
    </Field>
  );
}
