import type { CodeLink } from './emulatorCodes.ts';
import type { StoredEmail } from './folderMail.ts';
import { type Html, html } from './html.ts';
import { plainPage } from './plainPage.ts';

const address = /https?:\/\/[^\s<>"']+/;

function codeEntry({ email, subject, words, link }: CodeLink): Html {
  return html`<li><h3>${subject}</h3><p class="soft">To ${email}</p><p><a class="button" href="${link}">${words}</a></p></li>\n`;
}

function emailEntry({ to, subject, text, sentAt }: StoredEmail): Html {
  const [link] = address.exec(text) ?? [];
  const time = new Date(sentAt).toISOString();
  return html`<li><h3>${subject}</h3><p class="soft">To ${to}, <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>
${link ? html`<p><a class="button" href="${link}">Open the link</a></p>` : ''}
<details><summary>Read the email</summary><pre>${text}</pre></details></li>\n`;
}

function listOf(entries: Html[], none: string): Html {
  return entries.length > 0 ? html`<ol>\n${entries}</ol>` : html`<p class="soft">${none}</p>`;
}

/**
 * The page where mails are read in development. All in it is text that people typed: nothing of it becomes markup.
 *
 * @param codes null when the emulator does not answer
 */
export function devMailPage(codes: CodeLink[] | null, emails: StoredEmail[]): string {
  const provider = codes
    ? listOf(codes.map(codeEntry), 'Nothing waits for anybody. Sign up, or ask for a new password.')
    : html`<p>The Auth emulator does not answer, so its emails cannot be shown. Load the page again in a moment.</p>`;
  return plainPage(
    'Mail · EV Jobs (development)',
    html`<h1>Mail</h1>
<p class="soft">What people would find in their mailbox, newest first. Emails are kept here as long as no mail server is configured. <a href="/dev/mail">Look again</a> · <a href="/">Back to the app</a></p>
<h2>Confirmation and password</h2>
${provider}
<h2>Emails</h2>
${listOf(emails.map(emailEntry), 'No email has been written yet.')}`,
  );
}
