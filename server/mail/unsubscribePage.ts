import { type Html, html } from './html.ts';
import { plainPage } from './plainPage.ts';

/** The state of the page: the question, or the outcome. */
export type UnsubscribeState = 'asked' | 'stopped' | 'resumed' | 'unknown';

function button(action: string, text: string): Html {
  return html`<form method="post" action="${action}"><button>${text}</button></form>`;
}

const home = html`<p><a href="/">Go to EV Jobs</a></p>`;

function contentOf(state: UnsubscribeState, token: string): { heading: string; rest: Html } {
  if (state === 'unknown') {
    return {
      heading: 'This link is no longer valid',
      rest: html`<p>To change your emails, sign in and go to Account &gt; Notifications.</p>`,
    };
  }
  if (state === 'asked') {
    return {
      heading: 'Unsubscribe from job emails?',
      rest: html`<p>You’ll stop getting emails about jobs and messages at this address. Notifications in the app and on your devices won’t change.</p>
${button(`/api/mail/unsubscribe/${token}`, 'Unsubscribe')}`,
    };
  }
  if (state === 'stopped') {
    return {
      heading: 'You’re unsubscribed',
      rest: html`<p role="status">You won’t get emails about jobs and messages anymore.</p>
${button(`/api/mail/resubscribe/${token}`, 'Resubscribe')}`,
    };
  }
  return {
    heading: 'You’re resubscribed',
    rest: html`<p role="status">You’ll get emails about jobs and messages again.</p>
${button(`/api/mail/unsubscribe/${token}`, 'Unsubscribe')}`,
  };
}

/** Renders the page behind the unsubscribe link. @param token one of ours, unless the state is `unknown` */
export function unsubscribePage(state: UnsubscribeState, token: string): string {
  const { heading, rest } = contentOf(state, token);
  return plainPage(`${heading} · EV Jobs`, html`<h1>${heading}</h1>\n${rest}\n${home}`);
}
