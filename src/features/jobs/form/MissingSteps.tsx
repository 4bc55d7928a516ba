import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { errorsOf } from '../../../ui/form/formErrors.ts';
import type { Form } from '../../../ui/form/useForm.ts';
import { type FoundSection, foldsOf, sectionsOf } from './formSections.ts';
import styles from './JobSummary.module.css';
import { NewJobRules, type NewJobValues } from './newJobRules.ts';

/** The sections of the form on a phone: client, files and address are open, one with an error or that is asked for opens. */
export function useSteps({ values, errors, focus }: Form<NewJobValues, unknown>) {
  const [asked, setAsked] = useState<FoundSection>();
  const missing = useMemo(() => sectionsOf(Object.keys(errorsOf(NewJobRules, values, true, []))), [values]);
  const show = useEffectEvent(({ field }: FoundSection) => {
    focus(field);
    setAsked(undefined);
  });
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  const foldOf = foldsOf({
    values,
    files: values.jobAttachmentFiles2,
    errors,
    starts: ['Client', 'Documents', 'Property'],
    shown: asked ? [asked.section] : [],
  });
  return { foldOf, missing, open: setAsked };
}

/** Says what a new job still lacks; each opens its section. */
export function MissingSteps({
  steps,
  onOpen,
}: {
  steps: FoundSection[];
  onOpen: (step: FoundSection) => void;
}) {
  if (steps.length === 0) return null;
  return (
    <p className={styles.missing}>
      <span>Missing:</span>
      {steps.map((one) => (
        <Button key={one.section} variant="quiet" onClick={() => onOpen({ ...one })}>
          {one.section}
        </Button>
      ))}
    </p>
  );
}
