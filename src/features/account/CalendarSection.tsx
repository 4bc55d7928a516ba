import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide';
import { useState } from 'react';
import { base64url } from '../../api/bytes.ts';
import { call } from '../../api/client.ts';
import { apiBase } from '../../api/provenance.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { useAction } from '../../ui/useAction.ts';

/** Returns 256 random bits in base64url. */
function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast('Link copied.', { tone: 'good' });
  } catch {
    toast('Couldn’t copy. Select the link and copy it manually.', { tone: 'bad' });
  }
}

/** Makes, replaces and ends the calendar feed of the user's jobs. Its address is known only while the page that made it is open. */
export function CalendarSection() {
  const query = useQuery({
    queryKey: ['calendarFeed'],
    queryFn: ({ signal }) => call('calendarFeed', { signal }),
  });
  const [link, setLink] = useState('');
  const { busy, run: save } = useAction(async (token: string | null) => {
    await call('saveCalendarFeed', { body: { token } });
    setLink(token === null ? '' : new URL(`${apiBase}/calendar/${token}.ics`, location.href).href);
    await query.refetch();
    if (token === null) toast('Calendar link removed.', { tone: 'good' });
  }, toastError);
  if (!query.data) return null;
  const { since, hasDates } = query.data;
  if (since === null && !hasDates) return null;
  return (
    <Section title="Calendar">
      <p>
        Add a link to your calendar app to see when your jobs in progress are due. Anyone with the link can
        see the names and codes of these jobs.
      </p>
      {since !== null && !link && (
        <p className="soft">
          You created a link <Time seconds={since} inSentence />. For safety, it can’t be shown again. If you
          lost it, replace it.
        </p>
      )}
      {link && (
        <>
          <TextField
            label="Calendar link"
            required
            readOnly
            hint="Copy it now. It won’t be shown again."
            value={link}
            onChange={() => undefined}
            onFocus={({ target }) => target.select()}
          />
          <div className="row">
            <Button variant="primary" onClick={() => void copyLink(link)}>
              <Icon of={Copy} />
              Copy link
            </Button>
          </div>
        </>
      )}
      <div className="row">
        <Button busy={busy} onClick={() => void save(newToken())}>
          {since === null ? 'Create calendar link' : 'Replace link'}
        </Button>
        {since !== null && (
          <Button variant="danger" busy={busy} onClick={() => void save(null)}>
            Remove link
          </Button>
        )}
      </div>
    </Section>
  );
}
