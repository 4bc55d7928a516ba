import { Link } from '@tanstack/react-router';
import { addressLines } from '../../../contract/address/addressText.ts';
import { categories, isStaff, jobTypes } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { serviceEntryText, serviceNames } from '../../../contract/jobs/servicesText.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Fact } from '../../../ui/Fact.tsx';
import { FoldingSection } from '../../../ui/FoldingSection.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { jobTexts } from '../fieldText.ts';
import { deliverySpeed, deliveryText } from '../jobText.ts';
import styles from './JobFacts.module.css';
import { JobTracking } from './JobTracking.tsx';

export function JobFacts({ job }: { job: Job }) {
  const { userType } = useProfile();
  const tracked = job.trackingNumber !== '' || (isStaff(userType) && job.jobDeliveryMode === 'WET_STAMPS');
  return (
    <FoldingSection title="Details" brief={job.jobEVService.map(serviceEntryText).join(' · ')}>
      <dl className="facts">
        <Fact name="Property type">{jobTypes[job.jobType]}</Fact>
        <Fact name="Request type">
          {categories[job.category]}
          {job.revisionOf && (
            <>
              {' of '}
              <Link to="/jobs/update/$jobId" params={{ jobId: job.revisionOf }}>
                an earlier job
              </Link>
            </>
          )}
        </Fact>
        {job.createdTimestamp > 0 && (
          <Fact name="Submitted">
            <Time seconds={job.createdTimestamp} />
          </Fact>
        )}
      </dl>
      <div className={styles.services}>
        {job.jobEVService.map((entry) => (
          <section key={entry.category} aria-label={`${categories[entry.category]} services`}>
            <h3 className="lettering">{categories[entry.category]} services</h3>
            <ul className={styles.list}>
              {entry.evServices.map((service) => (
                <li key={service}>{serviceNames[service]}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <dl className="facts">
        <Fact name="Delivery method">{deliveryText(job)}</Fact>
        <Fact name="Delivery speed">{deliverySpeed(job)}</Fact>
        {job.deliveryAddress && (
          <Fact name="Delivery address" isName>
            {addressLines(job.deliveryAddress)[0]}
            <br />
            {addressLines(job.deliveryAddress)[1]}
          </Fact>
        )}
        {tracked && (
          <Fact name="Tracking number">
            <JobTracking job={job} />
          </Fact>
        )}
      </dl>
      {jobTexts(job).map(({ field, ...one }) => (
        <Text key={field} {...one} />
      ))}
    </FoldingSection>
  );
}

function Text({ term, text }: { term: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <h3 className="lettering">{term}</h3>
      <LongText text={text} of={term}>
        <LinkedText text={text} />
      </LongText>
    </div>
  );
}
