import type { Form } from '../../ui/useForm.ts';
import type { JobFieldValues } from './jobFormValues.ts';

/** The part of a form that the shared sections fill in: the fields a new job and an edited one have in common. */
export type JobFieldsForm = Pick<Form<JobFieldValues, unknown>, 'field' | 'set' | 'values' | 'errorOf'>;

/**
 * The shared part of a larger form. The compiler cannot follow that a path of the shared fields is a path of the larger
 * form with the same value, hence the one cast.
 */
export function jobFieldsOf<V extends JobFieldValues, Output>(form: Form<V, Output>): JobFieldsForm {
  return form as unknown as JobFieldsForm;
}
