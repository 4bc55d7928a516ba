import { Navigation, Phone } from 'lucide';
import type { MouseEvent } from 'react';
import { addressLine } from '../../contract/address/addressText.ts';
import { isStaff } from '../../contract/enums.ts';
import type { Job } from '../../contract/jobs/job.ts';
import { directionsTo, hasOpened } from '../../device/maps.ts';
import { formatPhone, phoneLink } from '../../format/phone.ts';
import { useProfile } from '../../session/useSession.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isOffline } from './useIsOffline.ts';

type Props = {
  job: Pick<Job, 'address' | 'jobReporterDetails'>;
  variant?: 'secondary' | 'quiet';
  /** Where there is room for one word. */
  short?: boolean;
};

/** Copies an address that no map shows. */
async function copyAddress(address: string, why: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast(`${why} Address copied: ${address}`);
  } catch {
    toast(`${why} The address is ${address}`, { lasts: true });
  }
}

/** Shows the way to the property; copies its address when nothing opens. */
function Directions({ job, variant }: Props) {
  const address = addressLine(job.address);
  if (address === '') return null;
  const { url, isApp } = directionsTo(address, navigator);

  async function follow(event: MouseEvent) {
    if (!isApp && isOffline()) {
      event.preventDefault();
      return copyAddress(address, 'You’re offline.');
    }
    // With a key, the map opens behind this page.
    const isBehind = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isBehind && !(await hasOpened())) await copyAddress(address, 'Couldn’t open a maps app.');
  }
  return (
    <ButtonAnchor
      variant={variant}
      href={url}
      target={url.startsWith('https:') ? '_blank' : undefined}
      rel="noopener noreferrer"
      onClick={(event) => void follow(event)}
    >
      <Icon of={Navigation} />
      Directions
    </ButtonAnchor>
  );
}

/** Calls the client. */
function Call({ job, variant, short = false }: Props) {
  const { userType } = useProfile();
  const { company, phoneNumber } = job.jobReporterDetails;
  if (phoneNumber === '' || !isStaff(userType)) return null;
  return (
    <ButtonAnchor variant={variant} href={phoneLink(phoneNumber)} title={formatPhone(phoneNumber)}>
      <Icon of={Phone} />
      Call{short ? <span className="visually-hidden"> client</span> : ' client'}
      {company && (
        <span className="visually-hidden" translate="no">
          , {company}
        </span>
      )}
    </ButtonAnchor>
  );
}

/** What is at hand on the way to a job: directions to the property, and for staff a call to the client. */
export function CallAndDirections(props: Props) {
  return (
    <>
      <Directions {...props} />
      <Call {...props} />
    </>
  );
}
