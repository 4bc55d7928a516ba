import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DueRules } from '../../contract/due/dueRules.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { type Press, useForm } from '../../ui/form/useForm.ts';
import { Section } from '../../ui/Section.tsx';
import { BusinessDays } from './BusinessDays.tsx';
import { DaysOff } from './DaysOff.tsx';
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
  const { data: preview } = useQuery(duePreviewQuery(form.values));

  async function save(changed: DueRules, press: Press<DueRules>) {
    await onSave(changed);
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
        <RuleList form={form} dates={preview?.dates ?? []} />
      </Section>
      <Section title="Business days">
        <div className={`stack ${styles.days}`}>
          <BusinessDays form={form} countries={countries} states={preview?.states ?? {}} />
          <DaysOff form={form} holidays={preview?.holidays ?? {}} />
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
    </form>
  );
}
