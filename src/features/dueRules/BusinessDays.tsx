import type { DueRules } from '../../contract/due/dueRules.ts';
import { timeZones } from '../../format/timeZones.ts';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { Form } from '../../ui/form/useForm.ts';
import styles from './DueRules.module.css';

/** Named, because numbers would put Sunday first. */
const weekdays = {
  day1: 'Monday',
  day2: 'Tuesday',
  day3: 'Wednesday',
  day4: 'Thursday',
  day5: 'Friday',
  day6: 'Saturday',
  day0: 'Sunday',
};

/** `5 PM` for 17; the end of the day for 24. */
function hourText(hour: number): string {
  if (hour === 24) return 'Midnight';
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** As text, because an object would put them in another order. */
const hours = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`${index + 1}:00`, hourText(index + 1)]),
);

type BusinessDaysProps = {
  form: Form<DueRules, DueRules>;
  /** The countries whose holidays are known, by code, and the states of the chosen one. */
  countries: Readonly<Record<string, string>>;
  states: Readonly<Record<string, string>>;
};

/** The days and hours that count. */
export function BusinessDays({ form, countries, states }: BusinessDaysProps) {
  const { timeZone, weekdays: days, cutOffHour, holidays } = form.values;
  return (
    <>
      <CheckboxGroup
        label="Working days"
        required
        name="weekdays"
        options={weekdays}
        value={days.map((day) => `day${day}` as keyof typeof weekdays)}
        error={form.errorOf('weekdays')}
        onChange={(chosen) =>
          form.set(
            'weekdays',
            chosen.map((day) => Number(day.slice('day'.length))),
          )
        }
      />
      <div className={styles.pairs}>
        <Select
          label="Cut-off time"
          hint="Jobs submitted later count from the next business day"
          required
          options={hours}
          value={`${cutOffHour}:00`}
          onChange={(hour) => form.set('cutOffHour', Number.parseInt(hour, 10))}
        />
        <Select label="Time zone" required options={timeZones(timeZone)} {...form.field('timeZone')} />
        <Select
          label="Public holidays"
          required
          placeholder="None"
          options={countries}
          error={form.errorOf('holidays')}
          value={holidays?.country ?? ''}
          onChange={(country) => form.set('holidays', country === '' ? null : { country, state: '' })}
        />
        {holidays && Object.keys(states).length > 0 && (
          <Select
            label="State"
            required
            placeholder="Whole country"
            options={states}
            value={holidays.state}
            onChange={(state) => form.set('holidays', { ...holidays, state })}
          />
        )}
      </div>
    </>
  );
}
