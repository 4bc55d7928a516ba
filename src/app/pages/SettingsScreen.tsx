import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { EmailTest, FirmSettings } from '../../contract/firmSettings.ts';
import { FirmForm } from '../../features/firm/FirmForm.tsx';
import { PhotoRule } from '../../features/firm/PhotoRule.tsx';
import { SetUpSteps } from '../../features/jobs/list/FirstSteps.tsx';
import { OwnDevice } from '../../features/notifications/NotificationsSection.tsx';
import { counted } from '../../format/counted.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { NotFound } from '../../ui/feedback/NotFound.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { messageOf, useAction } from '../../ui/useAction.ts';

/** `/settings`: what is set up for the firm, and how the server is (admins). */
export function SettingsScreen() {
  const { userType } = useProfile();
  if (userType !== 'ADMIN') return <NotFound />;
  return (
    <div className="page" data-narrow="">
      <PageHeading title="Settings" note="For the whole firm. Your own settings are on the account page." />
      <Section title="First steps" tight>
        <SetUpSteps />
      </Section>
      <Section title="Rules">
        {rules.map((rule) => (
          <Rule key={rule.title} {...rule} />
        ))}
        <PhotoRule />
      </Section>
      <Server />
    </div>
  );
}

type RuleProps = { title: string; note: string; link: Pick<LinkProps, 'to' | 'params' | 'search'> };

const rules: readonly RuleProps[] = [
  {
    title: 'Due dates',
    note: 'Business days for each request and speed, holidays, and days off.',
    link: { to: '/due-dates' },
  },
  {
    title: 'Photo checklists',
    note: 'The photos that jobs of each service need.',
    link: { to: '/checklists/$service', params: { service: 'PIL' } },
  },
  {
    title: 'Trusted issuers',
    note: 'The certificates that prove who signed a PDF.',
    link: { to: '/trusted-issuers' },
  },
  {
    title: 'Users and licenses',
    note: 'Engineers, admins, and clients. An engineer’s licenses are on their page.',
    link: { to: '/users/listing/$category', params: { category: 'employees' }, search: {} },
  },
  {
    title: 'Activity',
    note: 'Who changed what about users, rights, and settings.',
    link: { to: '/users/activity', search: {} },
  },
];

function Rule({ title, note, link }: RuleProps) {
  return (
    <div>
      <h3>
        <Link {...link}>{title}</Link>
      </h3>
      <p className="small soft">{note}</p>
    </div>
  );
}

const firmSettingsQuery = queryOptions({
  queryKey: ['firmSettings'],
  queryFn: async ({ signal }) => checked(FirmSettings, await call('firmSettings', { signal })),
});

/** Shows how the server is set up, and tries its emails. */
function Server() {
  const query = useQuery(firmSettingsQuery);
  if (!query.data) return <NotLoaded query={query} what="the settings" heights={['12rem', '12rem']} />;
  const { retention, firm, ...mail } = query.data;
  return (
    <>
      <FirmForm firm={firm} onSaved={() => query.refetch()} />
      <EmailSection {...mail} />
      <Section title="Notifications" note="A test goes to this device.">
        <OwnDevice />
      </Section>
      <Section
        title="What’s stored, and for how long"
        note="Jobs, messages, files, and their history are stored for good."
      >
        <dl className="facts">
          {(Object.keys(kept) as (keyof typeof kept)[]).map((what) => (
            <Fact key={what} name={kept[what]}>
              {counted(retention[what], 'day')}
            </Fact>
          ))}
        </dl>
        <p className="small soft">
          Whoever runs EV Jobs sets the first two. A user’s personal data is deleted on their page.
        </p>
      </Section>
    </>
  );
}

const kept: Record<keyof FirmSettings['retention'], string> = {
  audit: 'Activity',
  emails: 'Recipients of sent emails',
  invitations: 'Invitations',
  signUps: 'Unfinished sign-ups',
  devices: 'Devices without use',
  replies: 'Emails that can be replied to',
};

function EmailSection({ sendsEmail, takesReplies }: Omit<FirmSettings, 'retention' | 'firm'>) {
  const { email } = useProfile();
  const [result, setResult] = useState('');
  const test = useAction(
    async () => {
      setResult('');
      const { failure } = checked(EmailTest, await call('testEmail', { body: {} }));
      setResult(
        failure ? failedText(failure) : sendsEmail ? `Sent to ${email}. Check that it arrived.` : keptText,
      );
    },
    (error) => setResult(messageOf(error)),
  );
  return (
    <Section title="Emails">
      <dl className="facts">
        <Fact name="Emails">
          {sendsEmail ? 'Sent by your mail server' : 'Not sent: no mail server is set up'}
        </Fact>
        <Fact name="Replies to emails">{takesReplies ? 'Posted in the job’s chat' : 'Not posted'}</Fact>
      </dl>
      <div className="row">
        <Button busy={test.busy} onClick={() => void test.run()}>
          Send a test email
        </Button>
      </div>
      <p role="status">{result}</p>
    </Section>
  );
}

const keptText = 'Saved in a folder, because no mail server is set up (SMTP_URL).';

function failedText(failure: string): string {
  const check = 'whoever runs EV Jobs to check SMTP_URL and MAIL_FROM.';
  return failure === 'ETIMEDOUT'
    ? `The mail server hasn’t answered yet (${failure}). If no email arrives, ask ${check}`
    : `The mail server didn’t accept it (${failure}). Ask ${check}`;
}
