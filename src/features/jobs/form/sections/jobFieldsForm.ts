import type { Form } from '../../../../ui/form/useForm.ts';
import type { JobFieldValues, TypedJob } from '../jobFormValues.ts';

/** The form as the sections see it that a new and an existing job share. */
export type JobFieldsForm = Pick<
  Form<TypedJob<JobFieldValues>, unknown>,
  'field' | 'set' | 'values' | 'errorOf'
>;

/** Narrows a form to its shared fields: the compiler cannot follow that their paths lead to the same values in the larger form. */
export function jobFieldsOf<V extends TypedJob<JobFieldValues>, Output>(
  form: Form<V, Output>,
): JobFieldsForm {
  return form as unknown as JobFieldsForm;
}

/** Returns the errors without those of a delivery address that follows the property's: they are listed there. */
export function errorsToList<V extends TypedJob<JobFieldValues>, Output>({
  errors,
  values,
}: Form<V, Output>): Readonly<Record<string, string>> {
  if (!values.sameAsProperty) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !field.startsWith('deliveryAddress')));
}
