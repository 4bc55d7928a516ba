import type { Email } from '../data/notify/email.ts';
import type { UnpostedReason, UnpostedReport } from '../data/notify/unpostedReports.ts';
import { type Addressee, type Link, renderEmail } from './emailLayout.ts';

/** Why a reply by email was not posted, as its sender is told. None says anything about a job. */
const reasons: Record<UnpostedReason, string> = {
  'too-large': 'It’s larger than 40 MB. Send large files in the app.',
  'too-complex':
    'It has more parts than we can read. Attach fewer files, or put them into a ZIP file, or write in the app.',
  'wrong-sender':
    'It came from another address than the one that we notified. Reply from that address, or write in the app.',
  unverified:
    'We couldn’t verify that it came from your address. If you use several addresses, reply from the one that we notified, or write in the app.',
  expired: 'The address it was sent to is no longer valid. Open the job in the app to write a message.',
  'no-access': 'You don’t have access to this job anymore. Contact your EV representative.',
  empty:
    'We found no text in it besides the quoted email. Write your message above “Reply above this line”, also when you send files, or write in the app.',
  'too-long': 'It’s longer than 10,000 characters. Shorten it, or attach the text as a PDF.',
  'too-many-files': 'This job can’t take any more files.',
  'too-many':
    'You’ve sent 60 messages about this job within a day, so we stopped posting emails, in case a program sends them. Write in the app.',
  failed: 'We couldn’t post it because of something in it. Write in the app.',
  unreadable:
    'It’s encrypted, or signed without plain text. Send it without encryption and signature, or write in the app.',
};

const openApp = (publicUrl: string): Link => ({ text: 'Open EV Jobs', link: `${publicUrl}/jobs` });

function nothingPosted(to: Addressee, reason: UnpostedReason, publicUrl: string): Email {
  return renderEmail(to, {
    kind: 'unposted',
    subject: 'Your reply wasn’t posted',
    blocks: ['Your email wasn’t posted to EV Jobs.', reasons[reason]],
    action: openApp(publicUrl),
  });
}

function postedWithout(to: Addressee, names: readonly string[], publicUrl: string): Email {
  return renderEmail(to, {
    kind: 'unposted',
    subject: names.length === 1 ? 'A file wasn’t posted' : 'Some files weren’t posted',
    blocks: [
      'Your email was posted to EV Jobs without these files:',
      { list: names },
      'We accept only PDF, ZIP, PNG, JPEG, and HEIC files, at most 100 at once and 1,000 for a job. Put other files into a ZIP file. If you use Outlook, winmail.dat contains your files: send the email as HTML or plain text.',
    ],
    action: openApp(publicUrl),
  });
}

/** The email to the sender of a reply that was not posted, or that was posted without some of its files. */
export function unpostedEmail(
  to: Addressee,
  { reason, files, answers }: UnpostedReport,
  publicUrl: string,
): Email {
  const email =
    reason === 'files' ? postedWithout(to, files, publicUrl) : nothingPosted(to, reason, publicUrl);
  return { ...email, answers };
}
