import type { Form } from '../../../ui/form/useForm.ts';
import type { JobFieldValues, TypedJob } from './jobFormValues.ts';

/** The part of a form that the shared sections fill in: the fields a new job and an edited one have in common. */
export type JobFieldsForm = Pick<
  Form<TypedJob<JobFieldValues>, unknown>,
  'field' | 'set' | 'values' | 'errorOf'
>;

/**
 * The shared part of a larger form. The compiler cannot follow that a path of the shared fields is a path of the larger
 * form with the same value, hence the one cast.
 */
export function jobFieldsOf<V extends TypedJob<JobFieldValues>, Output>(
  form: Form<V, Output>,
): JobFieldsForm {
  return form as unknown as JobFieldsForm;
}

/** The errors to list: a delivery address that follows the property's is wrong in the same places, and that is said once. */
export function errorsToList<V extends TypedJob<JobFieldValues>, Output>({
  errors,
  values,
}: Form<V, Output>): Readonly<Record<string, string>> {
  if (!values.sameAsProperty) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !field.startsWith('deliveryAddress')));
}
