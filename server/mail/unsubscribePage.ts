import { type Html, html } from './html.ts';
import { plainPage } from './plainPage.ts';

/** What the page of an email's link tells: a question, or what has just become of it. */
export type UnsubscribeState = 'asked' | 'stopped' | 'resumed' | 'unknown';

function button(action: string, words: string): Html {
  return html`<form method="post" action="${action}"><button>${words}</button></form>`;
}

const home = html`<p><a href="/">Go to EV Jobs</a></p>`;

function contentOf(state: UnsubscribeState, token: string): { heading: string; rest: Html } {
  if (state === 'unknown') {
    return {
      heading: 'This link is no longer valid',
      rest: html`<p>Sign in and choose under Account how you are told of news.</p>`,
    };
  }
  if (state === 'asked') {
    return {
      heading: 'Stop emails about jobs?',
      rest: html`<p>You will get no more emails about messages and jobs at the address this email came to. Nothing else changes: in the app, and on devices that are notified, everything stays as it is.</p>
${button(`/api/mail/unsubscribe/${token}`, 'Stop these emails')}`,
    };
  }
  if (state === 'stopped') {
    return {
      heading: 'Emails about jobs have stopped',
      rest: html`<p role="status">You get no more emails about messages and jobs.</p>
${button(`/api/mail/resubscribe/${token}`, 'Undo: send me emails again')}`,
    };
  }
  return {
    heading: 'Emails about jobs come again',
    rest: html`<p role="status">You get emails about messages and jobs as you did before.</p>
${button(`/api/mail/unsubscribe/${token}`, 'Stop these emails')}`,
  };
}

/** `token` must be one of ours, or the state `unknown`. */
export function unsubscribePage(state: UnsubscribeState, token: string): string {
  const { heading, rest } = contentOf(state, token);
  return plainPage(`${heading} · EV Jobs`, html`<h1>${heading}</h1>\n${rest}\n${home}`);
}
