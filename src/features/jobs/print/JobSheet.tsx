import type { ReactNode } from 'react';
import { shownNameOf } from '../../../api/attachments.ts';
import { addressLines } from '../../../contract/address/addressText.ts';
import { categories, jobStatuses, jobTypes, priorities } from '../../../contract/enums.ts';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Attachment, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { serviceNames } from '../../../contract/jobs/servicesText.ts';
import { counted } from '../../../format/counted.ts';
import { exactDay, paperTime } from '../../../format/date.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { formatPhone } from '../../../format/phone.ts';
import { placeText, takenText } from '../../../format/photoData.ts';
import { incompleteText } from '../../../ui/files/PreviewNote.tsx';
import { Letterhead } from '../../../ui/Letterhead.tsx';
import { useServerTicking } from '../../../ui/useTicking.ts';
import { deliverableName } from '../deliverables/deliverableName.ts';
import { dueDayText } from '../due/dueText.ts';
import { jobTexts } from '../fieldText.ts';
import { assigneeText, copiesText, deliverySpeed, deliveryText, jobName } from '../jobText.ts';
import styles from './JobSheet.module.css';
import { firstOf, shortened } from './shortened.ts';

/** What fits two pages, however much a job has. What is left out is counted. */
const most = { files: 24, filesBesideManyServices: 10, manyServices: 15, deliverables: 4 };

/** The reader's time zone in short: `EST`. */
function zoneName(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

type Props = {
  job: JobDetails;
  images: readonly { file: Attachment; image: HTMLImageElement; lacks: boolean }[];
};

/** The printed sheet of a job. */
export function JobSheet({ job, images }: Props) {
  return (
    <article className={styles.sheet} data-paper-sheet="">
      <Head job={job} />
      <Facts job={job} />
      <Services job={job} />
      {jobTexts(job).map(({ field, term, text }) => (
        <Text
          key={field}
          term={term}
          text={field === 'message' && text === job.jobDescription ? '' : text}
          {...(field === 'jobDescription' && { characters: 700, lines: 8 })}
        />
      ))}
      <Delivered job={job} />
      <Files job={job} />
      {images.length > 0 && (
        <section className={styles.pictures}>
          <h2>Pictures</h2>
          {images.map(({ file, image, lacks }) => (
            <figure key={file.key} className={styles.picture}>
              <div ref={(place) => place?.replaceChildren(image)} />
              <figcaption>
                <bdi>{shownNameOf(file)}</bdi>
                {[takenText(file), placeText(file), lacks ? incompleteText : '']
                  .filter(Boolean)
                  .map((text) => (
                    <span key={text}> · {text}</span>
                  ))}
              </figcaption>
            </figure>
          ))}
        </section>
      )}
      <SignOff job={job} />
    </article>
  );
}

function Head({ job }: { job: JobDetails }) {
  const { company } = job.jobReporterDetails;
  const printed = useServerTicking((now) => paperTime(now));
  return (
    <header className={styles.head}>
      <div>
        <Letterhead />
        <p className={styles.project} dir="auto">
          {shortened(jobName(job), { characters: 160 })}
        </p>
        {company && <p dir="auto">{shortened(company, { characters: 120 })}</p>}
      </div>
      <div className={styles.codes}>
        <p className={styles.code}>{job.jobCode}</p>
        <p>
          Printed {printed} {zoneName()}
        </p>
      </div>
    </header>
  );
}

function Facts({ job }: { job: JobDetails }) {
  const { phoneNumber } = job.jobReporterDetails;
  const { deliveryAddress, due } = job;
  return (
    <dl className={styles.facts}>
      <Fact term="Property" lines={addressLines(job.address)} />
      <Fact term="Client" lines={[job.reporter, job.jobReporter, phoneNumber && formatPhone(phoneNumber)]} />
      <Fact term="Assignee" lines={[assigneeText(job)]} />
      <Fact term="Status" lines={[jobStatuses[job.status], job.statusReason]} />
      <Fact term="Request type" lines={[categories[job.category]]} />
      <Fact term="Property type" lines={[jobTypes[job.jobType]]} />
      <Fact term="Priority" lines={[priorities[job.jobPriority]]} />
      <Fact term="Submitted" lines={[job.createdTimestamp > 0 && paperTime(job.createdTimestamp)]} />
      <Fact term="Due date" lines={[due && dueDayText(due.date)]} />
      <Fact term="Delivery method" lines={[deliveryText(job), deliverySpeed(job)]} />
      <Fact term="Delivery address" lines={deliveryAddress ? addressLines(deliveryAddress) : []} />
      <Fact term="Tracking number" lines={[job.trackingNumber]} />
    </dl>
  );
}

function Fact({ term, lines }: { term: string; lines: readonly (string | false | null | undefined)[] }) {
  const shown = lines.flatMap((line) => line || []);
  if (shown.length === 0) return null;
  return (
    <div>
      <dt>{term}</dt>
      {shown.map((line) => (
        <dd key={line} dir="auto">
          {shortened(line)}
        </dd>
      ))}
    </div>
  );
}

function Services({ job }: { job: JobDetails }) {
  return job.jobEVService.map(({ category, evServices }) => (
    <section key={category}>
      <h2>{categories[category]} services</h2>
      <ul className={styles.services}>
        {evServices.map((service) => (
          <li key={service}>
            <span className={styles.key}>{service}</span> {serviceNames[service]}
          </li>
        ))}
      </ul>
    </section>
  ));
}

type TextProps = { term: string; text: string; characters?: number; lines?: number };

function Text({ term, text, characters = 360, lines = 4 }: TextProps) {
  if (!text) return null;
  return (
    <section>
      <h2>{term}</h2>
      <p className={styles.text} dir="auto">
        {shortened(text, { characters, lines })}
      </p>
    </section>
  );
}

function Delivered({ job }: { job: JobDetails }) {
  const { shown, left } = firstOf(
    deliveredOf(job).filter(({ superseded }) => !superseded),
    most.deliverables,
  );
  return (
    <List title="Deliverables" left={left} of="deliverable">
      {shown.map((deliverable) => (
        <Row
          key={deliverable.key}
          name={deliverableName(deliverable)}
          about={[
            `Revision ${deliverable.revision}`,
            deliverable.copiesNumber && copiesText(deliverable.copiesNumber),
            deliverable.carrier,
            deliverable.trackingNumber,
            deliverable.createdTimestamp > 0 && exactDay(deliverable.createdTimestamp),
          ]}
        />
      ))}
    </List>
  );
}

function Files({ job: { attachments: files, jobEVService } }: { job: JobDetails }) {
  const services = jobEVService.flatMap(({ evServices }) => evServices).length;
  const { shown, left } = firstOf(
    files,
    services > most.manyServices ? most.filesBesideManyServices : most.files,
  );
  return (
    <List title={`Files (${files.length})`} left={left} of="file">
      {shown.map((file) => (
        <Row
          key={file.key}
          name={shownNameOf(file)}
          about={[
            fileSize(file.size),
            file.createdTimestamp > 0 && exactDay(file.createdTimestamp),
            takenText(file),
            placeText(file),
          ]}
        />
      ))}
    </List>
  );
}

type ListProps = { title: string; children: ReactNode[]; left: number; of: string };

/** A list with a line for each, and how many are not listed. */
function List({ title, children, left, of }: ListProps) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.list}>{children}</ul>
      {left > 0 && <p>And {counted(left, `more ${of}`)} in EV Jobs.</p>}
    </section>
  );
}

type RowProps = { name: string; about: readonly (string | number | false | null)[] };

function Row({ name, about }: RowProps) {
  return (
    <li>
      <bdi className={styles.name}>{name}</bdi>
      <span>{about.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function SignOff({ job }: { job: JobDetails }) {
  return (
    <section className={styles.signOff}>
      <p className={styles.stamp}>Stamp</p>
      <div className={styles.lines}>
        <p>Name</p>
        <p>Signature</p>
        <p>Date</p>
        <p>Job {job.jobCode}</p>
      </div>
    </section>
  );
}
