import { jobTypes } from '../../../../contract/enums.ts';
import { RadioGroup } from '../../../../ui/form/ChoiceGroup.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { AddressFields } from './AddressFields.tsx';
import { type Fold, FormSection } from './FormSection.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';

type Props = { form: JobFieldsForm; fold: Fold };

export function PropertySection({ form, fold }: Props) {
  const { project, address } = form.values;

  /** A job has the name of its street unless it gets another one. */
  function fillProject() {
    if (project.trim() === '' && address.streetName.trim() !== '')
      form.set('project', address.streetName.trim());
  }
  return (
    <FormSection fold={fold} title="Property">
      <AddressFields form={form} path="address" autoCompleteSection="property" onLeave={fillProject} />
      <TextField
        label="Project name"
        required
        hint="The title of the job and its chat."
        autoComplete="off"
        {...form.field('project')}
      />
      <RadioGroup label="Property type" required options={jobTypes} {...form.field('jobType')} />
    </FormSection>
  );
}
