import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide';
import { useState, useSyncExternalStore } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import { requestPersistenceOnce } from '../../../device/storagePersistence.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import {
  chooseOpenJobs,
  getOpenJobs,
  onOpenJobsChange,
  openJobsLimits,
  requestUpdate,
} from '../../../offline/openJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useTicking } from '../../../ui/useTicking.ts';
import { openJobsText, pauseText } from './openJobsText.ts';
import { supportsSaving, useOfflineJobs } from './useOfflineJobs.ts';

/** Shown until the service worker controls the page: shortly after the first visit, and on the development server. */
const notYetPossible =
  'EV Jobs is still downloading to this device. Try again in a moment, or reload the page.';

const choices = { on: 'On', off: 'Off' };

/** Keeps the user's open jobs available offline, and says how many that are, how large, and how current. */
function OpenJobs() {
  const { userType } = useProfile();
  const open = useSyncExternalStore(onOpenJobsChange, getOpenJobs);
  const saved = useOfflineJobs();
  const [isAsking, setAsking] = useState(false);
  const text = useTicking((now) => openJobsText(open, saved.jobs, now * 1000));
  const kept = [...saved.jobs.values()].filter((job) => job.open && job.at > 0);
  const tight = kept.filter((job) => job.open && job.open.skipped.length > 0);
  const pause = pauseText(open.state);
  const whose = isStaff(userType) ? 'assigned to you or submitted by you' : 'you submitted';

  function choose(choice: keyof typeof choices) {
    if (choice === 'off' && kept.length > 0) return setAsking(true);
    if (choice === 'on') void requestPersistenceOnce();
    chooseOpenJobs({ isOn: choice === 'on' });
  }

  function turnOff() {
    setAsking(false);
    chooseOpenJobs({ isOn: false });
  }
  return (
    <div className="stack">
      <RadioGroup
        label="Keep my open jobs available offline"
        hint={`Details, chats, and files of open jobs ${whose}. Jobs leave this device when they’re closed.`}
        required
        name="open-jobs"
        options={choices}
        value={open.isOn ? 'on' : 'off'}
        onChange={choose}
      />
      {open.isOn && (
        <>
          <RadioGroup
            label="Storage limit for files"
            required
            name="open-jobs-limit"
            options={openJobsLimits}
            value={String(open.limitMb)}
            onChange={(limit) => chooseOpenJobs({ limitMb: Number(limit) })}
          />
          <p role="status">
            {saved.possible ? text : notYetPossible}
            {saved.possible && pause && ` ${pause}`}
          </p>
          {tight.length > 0 && (
            <div className="stack" data-tight="">
              <p>Not all files fit. These jobs are missing some:</p>
              <ul>
                {tight.map((job) => (
                  <li key={job.jobId}>
                    <Link to="/jobs/update/$jobId" params={{ jobId: job.jobId }}>
                      <bdi>{job.project || job.jobCode}</bdi>
                    </Link>{' '}
                    <span className="soft small">
                      {counted(job.open?.skipped.length ?? 0, 'file')} (
                      {fileSize((job.open?.skipped ?? []).reduce((sum, { bytes }) => sum + bytes, 0))})
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <Button
              busy={open.state === 'updating'}
              aria-disabled={!saved.possible || undefined}
              onClick={() => saved.possible && requestUpdate(true)}
            >
              <Icon of={RefreshCw} />
              Update now
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${counted(kept.length, 'open job')} from this device?`}
        confirm="Remove"
        onConfirm={turnOff}
      >
        You need a connection to save them again. Jobs you saved yourself stay.
      </ConfirmDialog>
    </div>
  );
}

/** Shows the setting as a section of the account page. */
export function OpenJobsSection() {
  if (!supportsSaving) return null;
  return (
    <Section title="Open jobs offline">
      <OpenJobs />
    </Section>
  );
}
