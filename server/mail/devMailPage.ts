import type { CodeLink } from './emulatorCodes.ts';
import type { StoredEmail } from './folderMail.ts';
import { type Html, html } from './html.ts';
import { plainPage } from './plainPage.ts';

const address = /https?:\/\/[^\s<>"']+/;

function codeEntry({ email, subject, text, link }: CodeLink): Html {
  return html`<li><h3>${subject}</h3><p class="soft">To ${email}</p><p><a class="button" href="${link}">${text}</a></p></li>\n`;
}

/** Returns a form that answers an email as its recipient would. */
function replyForm({ to, subject, emailId, replyTo }: StoredEmail): Html | '' {
  if (replyTo === undefined) return '';
  return html`<form method="post" action="/dev/mail/reply">
<input type="hidden" name="from" value="${to}"><input type="hidden" name="to" value="${replyTo}">
<input type="hidden" name="subject" value="Re: ${subject}"><input type="hidden" name="answers" value="${emailId}">
<label>Reply by email as ${to}<textarea name="text" rows="3" required></textarea></label>
<button>Send reply</button></form>`;
}

function emailEntry(email: StoredEmail): Html {
  const { to, subject, text, sentAt } = email;
  const [link] = address.exec(text) ?? [];
  const time = new Date(sentAt).toISOString();
  return html`<li><h3>${subject}</h3><p class="soft">To ${to}, <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>
${link ? html`<p><a class="button" href="${link}">Open link</a></p>` : ''}
${email.logo === undefined ? '' : html`<p class="soft">With the firm’s logo</p>`}<details><summary>View email</summary><pre>${text}</pre>${replyForm(email)}</details></li>\n`;
}

function listOf(entries: Html[], none: string): Html {
  return entries.length > 0 ? html`<ol>\n${entries}</ol>` : html`<p class="soft">${none}</p>`;
}

/**
 * Renders the page that shows emails in development. Text that users typed never becomes markup.
 *
 * @param codes null when the emulator does not respond
 * @param said what became of a reply; `''` for nothing
 */
export function devMailPage(codes: CodeLink[] | null, emails: StoredEmail[], said: string): string {
  const provider = codes
    ? listOf(codes.map(codeEntry), 'No links yet. Create an account or reset a password to get one.')
    : html`<p>The Auth emulator isn’t responding, so its emails can’t be shown. Reload this page in a moment.</p>`;
  return plainPage(
    'Emails · EV Jobs (development)',
    html`<h1>Development emails</h1>
<p class="soft">Emails that would be sent to users, newest first. Emails go here until you configure a mail server (SMTP_URL). <a href="/dev/mail">Refresh</a> · <a href="/">Back to EV Jobs</a></p>
${said === '' ? '' : html`<p role="status"><strong>${said}</strong></p>`}
<h2>Verification and password reset</h2>
${provider}
<h2>Other emails</h2>
${listOf(emails.map(emailEntry), 'No emails yet.')}`,
  );
}
