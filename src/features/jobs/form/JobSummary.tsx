import type { ReactNode } from 'react';
import { addressLine } from '../../../contract/address/addressText.ts';
import { deliveryModes, deliveryPriorities, jobTypes, priorities } from '../../../contract/enums.ts';
import { serviceEntryText } from '../../../contract/jobs/servicesText.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { copiesText } from '../jobText.ts';
import styles from './JobSummary.module.css';
import type { JobFieldValues } from './jobFormValues.ts';

type Props = { values: JobFieldValues; files: readonly File[]; children: ReactNode };

function deliveryLines(values: JobFieldValues): string[] {
  const { jobDeliveryMode, copiesNumber, deliveryAddress, deliveryPriority, jobPriority } = values;
  return [
    jobDeliveryMode && deliveryModes[jobDeliveryMode],
    jobDeliveryMode === 'WET_STAMPS' && copiesNumber && copiesText(copiesNumber),
    deliveryAddress && addressLine(deliveryAddress),
    jobDeliveryMode === 'WET_STAMPS' &&
      deliveryPriority &&
      `${deliveryPriorities[deliveryPriority]} delivery`,
    jobPriority === 'HIGH' && `${priorities.HIGH} priority`,
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

function documentLines(values: JobFieldValues, files: readonly File[]): string[] {
  const links = values.jobAttachmentLinks.split(/\s+/).filter(Boolean).length;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return [
    files.length > 0 && `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${fileSize(bytes)}`,
    links > 0 && `${links} ${links === 1 ? 'link' : 'links'}`,
  ].filter((line) => line !== false);
}

/** Sums up the form, beside it on a desktop and below it on a phone; `children` are the buttons to send it. */
export function JobSummary({ values, files, children }: Props) {
  const property = [values.project, addressLine(values.address), values.jobType && jobTypes[values.jobType]];
  const names = [values.project, addressLine(values.address)];
  if (values.deliveryAddress) names.push(addressLine(values.deliveryAddress));
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
