import type { ReactNode } from 'react';
import { addressLine } from '../../../contract/address/addressText.ts';
import { jobTypes } from '../../../contract/enums.ts';
import { serviceEntryText } from '../../../contract/jobs/servicesText.ts';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { deliveryLines } from './deliveryLines.ts';
import { documentLines } from './documentLines.ts';
import styles from './JobSummary.module.css';
import type { JobFieldValues } from './jobFormValues.ts';

type Props = {
  values: JobFieldValues;
  files: readonly File[];
  /** What a new job lacks. */
  missing?: ReactNode;
  children: ReactNode;
};

/**
 * Sums up the form beside it; on a phone, whose sections do so, it is a bar at the lower edge, which says what is missing. `children` are
 * the buttons to send it.
 */
export function JobSummary({ values, files, missing, children }: Props) {
  const isWide = useIsWide();
  const property = [values.project, addressLine(values.address), values.jobType && jobTypes[values.jobType]];
  const names = [values.project, addressLine(values.address)];
  if (values.deliveryAddress) names.push(addressLine(values.deliveryAddress));
  if (!isWide) {
    return (
      <aside className={styles.bar} aria-label="Summary">
        {missing}
        {children}
      </aside>
    );
  }
  return (
    <aside className={styles.summary} aria-label="Summary">
      <h2 className="section-title">Summary</h2>
      <dl className={styles.facts}>
        <Fact term="Property" lines={property.filter((line) => line !== '')} names={names} />
        <Fact term="Services" lines={values.jobEVService.map(serviceEntryText)} />
        <Fact term="Delivery" lines={deliveryLines(values)} names={names} />
        <Fact term="Documents" lines={documentLines(values, files)} />
      </dl>
      {children}
    </aside>
  );
}

type FactProps = {
  term: string;
  lines: string[];
  /** Those that browsers must not translate. */
  names?: readonly string[];
};

function Fact({ term, lines, names = [] }: FactProps) {
  return (
    <div>
      <dt className="lettering">{term}</dt>
      {lines.length === 0 && <dd className="soft">–</dd>}
      {lines.map((line) => (
        <dd key={line} translate={names.includes(line) ? 'no' : undefined}>
          {line}
        </dd>
      ))}
    </div>
  );
}
