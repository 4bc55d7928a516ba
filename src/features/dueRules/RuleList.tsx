import { Plus, Trash2 } from 'lucide';
import { dueDateText } from '../../contract/due/dueDates.ts';
import type { DueRule, DueRules } from '../../contract/due/dueRules.ts';
import { deliveryPriorities, priorities } from '../../contract/enums.ts';
import { serviceNames } from '../../contract/jobs/servicesText.ts';
import { maxDueRules } from '../../contract/limits.ts';
import { serverTime } from '../../timing.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { Form } from '../../ui/form/useForm.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './DueRules.module.css';

const anyRule: DueRule = { service: null, jobPriority: null, deliveryPriority: null, days: 5 };

/** The rules, each with the date it would lead to now. */
export function RuleList({ form, dates }: { form: Form<DueRules, DueRules>; dates: readonly string[] }) {
  const { rules } = form.values;
  const set = (next: DueRule[]) => form.set('rules', next);
  return (
    <div className={`stack ${styles.rules}`} data-field="rules">
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name, and its fields are controlled.
        <fieldset key={at} className={`stack ${styles.rule}`} data-tight="">
          <legend className="lettering">Rule {at + 1}</legend>
          <RuleFields
            rule={rule}
            daysError={form.errorOf(`rules.${at}.days`)}
            onChange={(changed) => set(rules.with(at, changed))}
          />
          <div className={`row ${styles.end}`} data-ends="">
            <span className="soft small">
              {dates[at] && (
                <>
                  <span className={styles.words}>A job submitted now would be due </span>
                  {dueDateText(dates[at], serverTime() / 1000)}
                  <span className={styles.words}>.</span>
                </>
              )}
            </span>
            <Button
              variant="quiet"
              title={`Remove rule ${at + 1}`}
              onClick={() => set(rules.toSpliced(at, 1))}
            >
              <Icon of={Trash2} />
              <span className={styles.words}>Remove</span>
              <span className="visually-hidden"> rule {at + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      {form.errors.rules && <p role="alert">{form.errors.rules}</p>}
      {rules.length < maxDueRules && (
        <div className="row">
          <Button onClick={() => set([...rules, anyRule])}>
            <Icon of={Plus} />
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
    <div className={styles.pairs}>
      <Select
        label="Service"
        required
        placeholder="Any service"
        options={serviceNames}
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
      <NumberField
        label="Business days"
        required
        error={daysError}
        value={rule.days}
        onChange={(days) => onChange({ ...rule, days: days ?? Number.NaN })}
      />
    </div>
  );
}
