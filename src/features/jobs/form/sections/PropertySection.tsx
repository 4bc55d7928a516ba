import { jobTypes } from '../../../../contract/enums.ts';
import { RadioGroup } from '../../../../ui/form/ChoiceGroup.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Section } from '../../../../ui/Section.tsx';
import { AddressFields } from './AddressFields.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';

export function PropertySection({ form }: { form: JobFieldsForm }) {
  return (
    <Section title="Property">
      <TextField
        label="Project name"
        required
        hint="Your name for this job. It’s used as the title of the job and its chat."
        autoComplete="off"
        {...form.field('project')}
      />
      <AddressFields form={form} path="address" autoCompleteSection="property" />
      <RadioGroup label="Property type" required options={jobTypes} {...form.field('jobType')} />
    </Section>
  );
}
