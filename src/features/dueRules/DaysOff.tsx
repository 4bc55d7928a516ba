import { Plus, Trash2 } from 'lucide';
import { useState } from 'react';
import { isPlausibleDay, withCentury } from '../../contract/days.ts';
import type { DueRules } from '../../contract/due/dueRules.ts';
import { dayOfDate } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { Form } from '../../ui/form/useForm.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './DueRules.module.css';

type Props = {
  form: Form<DueRules, DueRules>;
  /** The public holidays of the next twelve months, names by date. */
  holidays: Readonly<Record<string, string>>;
  /** Another day off, as it is typed. */
  typed: string;
  onTyped: (day: string) => void;
};

/** Returns days with one that is typed; null where that is none yet. */
export function withDay(days: readonly string[], typed: string): string[] | null {
  const day = withCentury(typed);
  return isPlausibleDay(day) ? [...new Set([...days, day])].sort() : null;
}

/** Which public holidays count, and further days on which nobody works. */
export function DaysOff({ form, holidays, ...other }: Props) {
  const worked = form.values.workedHolidays ?? [];
  const names = [...new Set(Object.values(holidays))];
  const dateOf = (name: string) => Object.keys(holidays).find((date) => holidays[date] === name) ?? '';
  return (
    <>
      {names.length > 0 && (
        <CheckboxGroup
          label="Closed on"
          hint="Uncheck the holidays you work on"
          required
          name="workedHolidays"
          options={Object.fromEntries(names.map((name) => [name, `${name}, ${dayOfDate(dateOf(name))}`]))}
          value={names.filter((name) => !worked.includes(name))}
          error={form.errorOf('workedHolidays')}
          onChange={(closed) =>
            form.set('workedHolidays', [
              ...worked.filter((name) => !names.includes(name)),
              ...names.filter((name) => !closed.includes(name)),
            ])
          }
        />
      )}
      <OtherDays form={form} {...other} />
    </>
  );
}

function OtherDays({ form, typed, onTyped }: Omit<Props, 'holidays'>) {
  const [isWrong, setIsWrong] = useState(false);
  const days = form.values.daysOff ?? [];
  function add() {
    const all = withDay(days, typed);
    setIsWrong(!all);
    if (!all) return;
    form.set('daysOff', all);
    onTyped('');
  }
  return (
    <div className="stack" data-tight="" data-field="daysOff">
      <div className={styles.pairs}>
        <TextField
          label="Another day off"
          required
          type="date"
          value={typed}
          onChange={onTyped}
          error={isWrong ? 'must be a date from 2000 to 2099' : form.errorOf('daysOff')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>
          <Icon of={Plus} />
          Add day off
        </Button>
      </div>
      {days.map((date) => (
        <div key={date} className="row" data-ends="">
          <span>{dayOfDate(date)}</span>
          <Button
            variant="quiet"
            onClick={() =>
              form.set(
                'daysOff',
                days.filter((other) => other !== date),
              )
            }
          >
            <Icon of={Trash2} />
            Remove
            <span className="visually-hidden"> {dayOfDate(date)}</span>
          </Button>
        </div>
      ))}
    </div>
  );
}
