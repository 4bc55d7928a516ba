import { useId, useState } from 'react';
import { categories, type Service, services } from '../../../../contract/enums.ts';
import { formCategories } from '../../../../contract/fields.ts';
import { needsDescription } from '../../../../contract/jobs/jobForms.ts';
import { CheckboxGroup, RadioGroup } from '../../../../ui/form/ChoiceGroup.tsx';
import { FieldNotes } from '../../../../ui/form/Field.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { type FormCategory, isFormCategory } from '../jobFormValues.ts';
import { type Fold, FormSection } from './FormSection.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';
import styles from './ServicesSection.module.css';
import { chosenIn, withGroup } from './serviceGroups.ts';

const requestTypes = Object.fromEntries(
  formCategories.map((category) => [category, categories[category]]),
) as Record<FormCategory, string>;

type Props = {
  form: JobFieldsForm;
  /** The request type cannot be changed, as in a revision. */
  fixedCategory?: boolean;
  fold: Fold;
};

export function ServicesSection({ form, fixedCategory = false, fold }: Props) {
  const id = useId();
  const { category, jobEVService } = form.values;
  const [opened, setOpened] = useState<Partial<Record<FormCategory, boolean>>>({});
  const preferred: FormCategory = isFormCategory(category) ? category : 'STAMP';
  const error = form.errorOf('jobEVService');
  const groups = [preferred, ...formCategories.filter((one) => one !== preferred)];

  function isOpen(group: FormCategory): boolean {
    return opened[group] ?? (group === preferred || chosenIn(jobEVService, group).length > 0);
  }

  function choose(group: FormCategory, next: Service[]) {
    form.set('jobEVService', withGroup(jobEVService, group, next));
    // The first services say what the request is, unless the user has.
    if (category === '' && !fixedCategory && next.length > 0) form.set('category', group);
  }

  return (
    <FormSection fold={fold} title="Services" note="Select at least one service.">
      {!fixedCategory && (
        <RadioGroup label="Request type" required options={requestTypes} {...form.field('category')} />
      )}
      <div className="stack" data-tight="">
        {groups.map((group) => {
          const chosen = chosenIn(jobEVService, group);
          return (
            <details
              key={group}
              className={styles.group}
              open={isOpen(group)}
              onToggle={(event) => setOpened({ ...opened, [group]: event.currentTarget.open })}
            >
              <summary className={styles.summary}>
                <span className={styles.name}>{categories[group]} services</span>
                <span className={`soft small ${styles.count}`}>
                  {chosen.length > 0 ? `${chosen.length} selected` : 'None selected'}
                </span>
              </summary>
              <div className={styles.choices} data-field={group === preferred ? 'jobEVService' : undefined}>
                <CheckboxGroup
                  label={<span className="visually-hidden">{categories[group]} services</span>}
                  name={`services-${group}`}
                  required
                  hint="For “Other”, the additional comments go under Description."
                  options={services}
                  value={chosen}
                  error={group === preferred ? error : undefined}
                  onChange={(next) => choose(group, next)}
                />
              </div>
            </details>
          );
        })}
        {error && !isOpen(preferred) && <FieldNotes id={`${id}-services`} error={error} />}
      </div>
      <TextArea
        label="Description"
        required={needsDescription(form.values)}
        hint={
          needsDescription(form.values)
            ? 'Required when you choose Other as a service or request type.'
            : 'Anything else we should know about the work?'
        }
        {...form.field('jobDescription')}
      />
    </FormSection>
  );
}
