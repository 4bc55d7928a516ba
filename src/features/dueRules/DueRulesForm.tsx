import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DueRules } from '../../contract/due/dueRules.ts';
import { Button } from '../../ui/Button.tsx';
import { LeaveQuestion } from '../../ui/dialog/LeaveQuestion.tsx';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { useFollowed } from '../../ui/form/useFollowed.ts';
import { type Press, useForm } from '../../ui/form/useForm.ts';
import { useUnsaved } from '../../ui/form/useUnsaved.ts';
import { Section } from '../../ui/Section.tsx';
import { BusinessDays } from './BusinessDays.tsx';
import { DaysOff, withDay } from './DaysOff.tsx';
import styles from './DueRules.module.css';
import { duePreviewQuery } from './dueRulesQueries.ts';
import { RuleList } from './RuleList.tsx';

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
  // Another admin's.
  const [saved, setSaved] = useFollowed(form, rules);
  const [otherDay, setOtherDay] = useState('');
  const isTyped = useUnsaved({ ...form.values, otherDay }, { ...saved, otherDay: '' });
  const asked = duePreviewQuery(form.values);
  const { data: preview } = useQuery(asked);

  async function save(checked: DueRules, press: Press<DueRules>) {
    // Meant too, though it was typed only.
    const daysOff = withDay(checked.daysOff ?? [], otherDay);
    const changed = daysOff ? { ...checked, daysOff } : checked;
    await onSave(changed);
    if (daysOff) setOtherDay((now) => (now === otherDay ? '' : now));
    setSaved(changed);
    press.settle(changed);
  }
  return (
    <form ref={form.ref} noValidate className="stack" onSubmit={form.submit(save)}>
      <FormErrors form={form} />
      <Section title="Rules">
        <p className="soft">
          A job takes as long as its slowest service. If several rules fit a service, the most specific one
          counts. Each rule says when a job submitted now would be due.
        </p>
        {/* Those before may be of rules that are gone. */}
        <RuleList form={form} dates={(asked.enabled && preview?.dates) || []} />
      </Section>
      <Section title="Business days">
        <div className={`stack ${styles.days}`}>
          <BusinessDays form={form} countries={countries} states={preview?.states ?? {}} />
          <DaysOff form={form} holidays={preview?.holidays ?? {}} typed={otherDay} onTyped={setOtherDay} />
        </div>
      </Section>
      <Section title="Clients">
        <CheckboxGroup
          label="Who sees due dates"
          required
          name="shownToClients"
          options={{ on: 'Show clients the due dates of their jobs' }}
          hint="Clients never see the reasons for changed dates."
          value={form.values.shownToClients ? ['on'] : []}
          onChange={([on]) => form.set('shownToClients', on !== undefined)}
        />
      </Section>
      <div className="row">
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.failure ? 'Try again' : 'Save due dates'}
        </Button>
        {children}
      </div>
      <LeaveQuestion isAtRisk={() => isTyped}>What you typed isn’t saved.</LeaveQuestion>
    </form>
  );
}
