import type { DueRules } from '../../contract/due/dueRules.ts';
import { timeZones } from '../../format/timeZones.ts';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { Form } from '../../ui/form/useForm.ts';

const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  0: 'Sunday',
} as const;

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
        options={Object.fromEntries(Object.entries(weekdays).map(([day, name]) => [`day${day}`, name]))}
        value={days.map((day) => `day${day}`)}
        error={form.errorOf('weekdays')}
        onChange={(chosen) =>
          form.set(
            'weekdays',
            chosen.map((day) => Number(day.slice('day'.length))),
          )
        }
      />
      <div className="fields">
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
