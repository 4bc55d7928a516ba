import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { duePreviewQuery } from '../../api/dueRules.ts';
import { dueDay } from '../../contract/dueDay.ts';
import { type DueRule, DueRules } from '../../contract/dueRules.ts';
import { deliveryPriorities, priorities, services } from '../../contract/enums.ts';
import { maxDueRules } from '../../contract/limits.ts';
import { dayOfDate } from '../../format/date.ts';
import { timeZones } from '../../format/timeZones.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { type Form, type Press, useForm } from '../../ui/form/useForm.ts';

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

type Rules = Form<DueRules, DueRules>;

type Props = {
  rules: DueRules;
  /** The countries whose holidays are known, by code. */
  countries: Readonly<Record<string, string>>;
  onSave: (rules: DueRules) => Promise<void>;
  /** Further buttons. */
  children: ReactNode;
};

/** The form of the rules. While it is filled in, it shows where they lead. */
export function DueRulesForm({ rules, countries, onSave, children }: Props) {
  const form = useForm<typeof DueRules, DueRules>(DueRules, rules);
  const { data: preview } = useQuery(duePreviewQuery(form.values));

  async function save(changed: DueRules, press: Press<DueRules>) {
    await onSave(changed);
    press.settle(changed);
  }
  return (
    <form ref={form.ref} noValidate className="stack" onSubmit={form.submit(save)}>
      <FormErrors form={form} />
      <section className="sheet stack" aria-labelledby="due-rules">
        <h2 id="due-rules" className="section-title">
          Rules
        </h2>
        <p className="soft">
          A job takes as long as its slowest service. If several rules fit a service, the most specific one
          counts.
        </p>
        <RuleList form={form} dates={preview?.dates ?? []} />
      </section>
      <section className="sheet stack" aria-labelledby="due-days">
        <h2 id="due-days" className="section-title">
          Business days
        </h2>
        <BusinessDays form={form} countries={countries} states={preview?.states ?? {}} />
        {preview && Object.keys(preview.holidays).length > 0 && (
          <p className="soft small">
            Next holidays:{' '}
            {Object.entries(preview.holidays)
              .map(([date, name]) => `${name} ${dayOfDate(date)}`)
              .join(', ')}
          </p>
        )}
      </section>
      <section className="sheet stack" aria-labelledby="due-clients">
        <h2 id="due-clients" className="section-title">
          Clients
        </h2>
        <CheckboxGroup
          label="Who sees due dates"
          required
          name="shownToClients"
          options={{ on: 'Show clients the due dates of their jobs' }}
          hint="Clients never see the reasons for changed dates."
          value={form.values.shownToClients ? ['on'] : []}
          onChange={([on]) => form.set('shownToClients', on !== undefined)}
        />
      </section>
      <div className="row">
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.failure ? 'Try again' : 'Save due dates'}
        </Button>
        {children}
      </div>
    </form>
  );
}

const anyRule: DueRule = { service: null, jobPriority: null, deliveryPriority: null, days: 5 };

function RuleList({ form, dates }: { form: Rules; dates: readonly string[] }) {
  const { rules } = form.values;
  const set = (next: DueRule[]) => form.set('rules', next);
  return (
    <div className="stack" data-field="rules">
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name, and its fields are controlled.
        <fieldset key={at} className="stack" data-tight="">
          <legend className="lettering">Rule {at + 1}</legend>
          <RuleFields
            rule={rule}
            daysError={form.errorOf(`rules.${at}.days`)}
            onChange={(changed) => set(rules.with(at, changed))}
          />
          <div className="row" data-ends="">
            <span className="soft small">
              {dates[at] ? `A job submitted now would be due ${dueDay(dates[at])}.` : ''}
            </span>
            <Button variant="quiet" onClick={() => set(rules.toSpliced(at, 1))}>
              <Trash2 aria-hidden />
              Remove
              <span className="visually-hidden"> rule {at + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      {form.errors.rules && <p role="alert">{form.errors.rules}</p>}
      {rules.length < maxDueRules && (
        <div className="row">
          <Button onClick={() => set([...rules, anyRule])}>
            <Plus aria-hidden />
            Add rule
          </Button>
        </div>
      )}
    </div>
  );
}

type RuleFieldsProps = { rule: DueRule; daysError: string | undefined; onChange: (rule: DueRule) => void };

function RuleFields({ rule, daysError, onChange }: RuleFieldsProps) {
  return (
    <div className="fields">
      <Select
        label="Service"
        required
        placeholder="Any service"
        options={services}
        value={rule.service ?? ''}
        onChange={(service) => onChange({ ...rule, service: service || null })}
      />
      <Select
        label="Priority"
        required
        placeholder="Any priority"
        options={priorities}
        value={rule.jobPriority ?? ''}
        onChange={(priority) => onChange({ ...rule, jobPriority: priority || null })}
      />
      <Select
        label="Delivery speed"
        required
        placeholder="Any speed"
        options={deliveryPriorities}
        value={rule.deliveryPriority ?? ''}
        onChange={(speed) => onChange({ ...rule, deliveryPriority: speed || null })}
      />
      <TextField
        label="Business days"
        required
        type="number"
        inputMode="numeric"
        min={0}
        max={365}
        error={daysError}
        value={Number.isNaN(rule.days) ? '' : String(rule.days)}
        onChange={(days) => onChange({ ...rule, days: days === '' ? Number.NaN : Number(days) })}
      />
    </div>
  );
}

type BusinessDaysProps = Pick<Props, 'countries'> & { form: Rules; states: Readonly<Record<string, string>> };

function BusinessDays({ form, countries, states }: BusinessDaysProps) {
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
