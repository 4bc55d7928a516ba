import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { errorsOf } from '../../../ui/form/formErrors.ts';
import type { Form } from '../../../ui/form/useForm.ts';
import styles from './JobSummary.module.css';
import {
  briefOf,
  NewJobRules,
  type NewJobStep,
  type NewJobValues,
  type WantingStep,
  wantingSteps,
} from './newJobSteps.ts';
import type { Fold } from './sections/FormSection.tsx';

/** The sections of the form on a phone: files and address are open, one with an error or that is asked for opens. */
export function useSteps(form: Form<NewJobValues, unknown>) {
  const { values, errors } = form;
  const [asked, setAsked] = useState<WantingStep>();
  const missing = useMemo(() => wantingSteps(errorsOf(NewJobRules, values, true, [])), [values]);
  const wrong = wantingSteps(errors).map(({ step }) => step);
  const show = useEffectEvent(({ field }: WantingStep) => {
    form.focus(field);
    setAsked(undefined);
  });
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  const foldOf = (step: NewJobStep): Fold => ({
    brief: briefOf(step, values, values.jobAttachmentFiles2),
    startsOpen: step === 'Client' || step === 'Documents' || step === 'Property',
    mustShow: asked?.step === step || wrong.includes(step),
  });
  return { foldOf, missing, open: setAsked };
}

/** Says what a new job still lacks; each opens its section. */
export function MissingSteps({
  steps,
  onOpen,
}: {
  steps: WantingStep[];
  onOpen: (step: WantingStep) => void;
}) {
  if (steps.length === 0) return null;
  return (
    <p className={styles.missing}>
      <span>Missing:</span>
      {steps.map((one) => (
        <Button key={one.step} variant="quiet" onClick={() => onOpen({ ...one })}>
          {one.step}
        </Button>
      ))}
    </p>
  );
}
