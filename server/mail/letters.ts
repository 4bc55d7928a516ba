import { type UserType, userTypes } from '../../src/contract/enums.ts';
import { type Html, html } from './html.ts';
import type { Letter, LetterKind } from './mail.ts';

type Person = { email: string; firstName: string };

type Draft = {
  kind: LetterKind;
  subject: string;
  paragraphs: string[];
  /** What to do next: one link, told in words. */
  action?: { words: string; link: string };
};

const style = {
  page: 'margin:0;padding:24px;background:#f5f1e6;color:#1d2430;font:16px/1.5 system-ui,sans-serif',
  sheet:
    'max-width:520px;margin:0 auto;padding:24px;background:#fffdf8;border:1px solid #d9d2c0;border-radius:6px',
  button:
    'display:inline-block;padding:12px 20px;background:#1c4f8f;color:#ffffff;border-radius:6px;text-decoration:none',
  small: 'color:#5c6470;font-size:14px;overflow-wrap:anywhere',
};

function htmlOf(to: Person, { subject, paragraphs, action }: Draft): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="${style.page}"><div style="${style.sheet}">
<p>Hello ${to.firstName},</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${
  action
    ? html`<p><a href="${action.link}" style="${style.button}">${action.words}</a></p>
<p style="${style.small}">If the button does nothing, open this address: ${action.link}</p>\n`
    : ''
}<p>Kind regards,<br>EV Jobs</p>
</div></body></html>
`;
}

function letter(to: Person, draft: Draft): Letter {
  const { kind, subject, paragraphs, action } = draft;
  const text = [
    `Hello ${to.firstName},`,
    ...paragraphs,
    ...(action ? [`${action.words}:\n${action.link}`] : []),
    'Kind regards,\nEV Jobs',
  ].join('\n\n');
  return { kind, to: to.email, subject, text: `${text}\n`, html: htmlOf(to, draft).source };
}

const invitedTo: Record<UserType, string> = {
  CLIENT: 'to report jobs, follow their progress and talk about them with the engineers',
  EMPLOYEE: 'to work on the jobs that clients report',
  ADMIN: 'to work on the jobs that clients report, and to look after the accounts',
  UNSPECIFIED: 'to use EV Jobs',
};

/** The letter to somebody invited. `link` opens the sign-up page. */
export function invitationLetter(
  to: Person & { userType: UserType },
  invitedBy: { userName: string },
  link: string,
): Letter {
  return letter(to, {
    kind: 'invitation',
    subject: `${invitedBy.userName} invites you to EV Jobs`,
    paragraphs: [
      `${invitedBy.userName} invites you ${invitedTo[to.userType]}. Your account (${userTypes[to.userType].toLowerCase()}) is ready as soon as you have signed up with this e-mail address and confirmed it.`,
      'If you did not expect this letter, you can ignore it: no account exists until you make one.',
    ],
    action: { words: 'Sign up', link },
  });
}

/** The letter to somebody whose account was approved. `link` opens the app. */
export function approvalLetter(to: Person, link: string): Letter {
  return letter(to, {
    kind: 'approval',
    subject: 'Your EV Jobs account is approved',
    paragraphs: ['Your account has been approved. You can now sign in and begin.'],
    action: { words: 'Open EV Jobs', link },
  });
}

/** The letter to somebody whose account was refused. */
export function refusalLetter(to: Person): Letter {
  return letter(to, {
    kind: 'refusal',
    subject: 'Your EV Jobs account was not approved',
    paragraphs: [
      'We looked at your request for an account and could not approve it.',
      'If you think this is a mistake, please write to the person you work with at our office; we will gladly look again.',
    ],
  });
}
