import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { FieldLabel, FieldNotes, type FieldProps, notesOf } from './Field.tsx';

type ChoiceProps<V extends string> = FieldProps & {
  name: string;
  /** Value → label, in order: an enumeration's label table does as it is. */
  options: Readonly<Partial<Record<V, ReactNode>>>;
};

type GroupProps<V extends string> = ChoiceProps<V> & {
  type: 'radio' | 'checkbox';
  isChecked: (option: V) => boolean;
  onToggle: (option: V, isChecked: boolean) => void;
};

/** Label above, the choices, hint and error below. */
function ChoiceGroup<V extends string>({
  label,
  hint,
  error,
  required = false,
  name,
  options,
  type,
  isChecked,
  onToggle,
}: GroupProps<V>) {
  const id = useId();
  const isRadio = type === 'radio';
  const invalid = error ? true : undefined;
  // Only a radiogroup can be invalid and required.
  const role = isRadio
    ? { role: 'radiogroup', 'aria-invalid': invalid, 'aria-required': required || undefined }
    : { role: 'group' };
  const aria = { ...role, 'aria-labelledby': `${id}-label`, 'aria-describedby': notesOf(id, hint, error) };
  return (
    <div className={styles.group} data-field={name} {...aria}>
      <span className={styles.legend} id={`${id}-label`}>
        <FieldLabel label={label} required={required} />
      </span>
      <div className={styles.choices} data-type={type}>
        {(Object.entries(options) as [V, ReactNode][]).map(([option, text]) => (
          <label key={option} className={styles.choice} data-boxed={isRadio ? '' : undefined}>
            <input
              type={type}
              // Two radio groups of one name in a page would take each other's choice.
              name={isRadio ? `${id}-${name}` : undefined}
              value={option}
              checked={isChecked(option)}
              aria-invalid={isRadio ? undefined : invalid}
              onChange={(event) => onToggle(option, event.target.checked)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

type RadioProps<V extends string> = ChoiceProps<V> & { value: V | ''; onChange: (value: V) => void };

/** One of a few choices, side by side. */
export function RadioGroup<V extends string>({ value, onChange, ...group }: RadioProps<V>) {
  return <ChoiceGroup {...group} type="radio" isChecked={(option) => option === value} onToggle={onChange} />;
}

type CheckboxProps<V extends string> = ChoiceProps<V> & {
  value: readonly V[];
  onChange: (value: V[]) => void;
};

/** Any number of choices. The value keeps the order of the options. */
export function CheckboxGroup<V extends string>({ value, onChange, ...group }: CheckboxProps<V>) {
  function toggle(option: V, isChecked: boolean) {
    const all = Object.keys(group.options) as V[];
    onChange(all.filter((one) => (one === option ? isChecked : value.includes(one))));
  }
  return (
    <ChoiceGroup
      {...group}
      type="checkbox"
      isChecked={(option) => value.includes(option)}
      onToggle={toggle}
    />
  );
}
