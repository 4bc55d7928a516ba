import { createHash } from 'node:crypto';
import type { CodeLink } from './emulatorCodes.ts';
import type { StoredLetter } from './folderMail.ts';
import { Html, html } from './html.ts';

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f1eee6,#121a2b);--sheet:light-dark(#fdfcf9,#1a2438);--ink:light-dark(#1d2330,#eef2f7);
--soft:light-dark(#4b5361,#b6c2d3);--rule:light-dark(#d6d1c4,#3a4760);--blue:light-dark(#1f3f9e,#9dbdf5);--on-blue:light-dark(#fff,#101a30)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.1rem;margin:2rem 0 .75rem}
h3{font-size:1rem;margin:0}
p{margin:.25rem 0}
.soft{color:var(--soft)}
ol{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
li{background:var(--sheet);border:1px solid var(--rule);border-radius:3px;padding:1rem;overflow-wrap:anywhere}
a{color:var(--blue)}
a.button{display:inline-block;margin-top:.5rem;padding:.6rem 1rem;min-height:2.75rem;background:var(--blue);color:var(--on-blue);border-radius:3px;text-decoration:none}
a:focus-visible,summary:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
details{margin-top:.5rem}
summary{cursor:pointer;padding:.5rem 0;color:var(--soft)}
pre{font:inherit;white-space:pre-wrap;margin:.5rem 0 0}
`;

/** The page needs its own style and nothing else: no script, no picture, no frame, no form. */
export const devMailPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const address = /https?:\/\/[^\s<>"']+/;

function codeEntry({ email, subject, words, link }: CodeLink): Html {
  return html`<li><h3>${subject}</h3><p class="soft">To ${email}</p><p><a class="button" href="${link}">${words}</a></p></li>\n`;
}

function letterEntry({ to, subject, text, sentAt }: StoredLetter): Html {
  const [link] = address.exec(text) ?? [];
  const time = new Date(sentAt).toISOString();
  return html`<li><h3>${subject}</h3><p class="soft">To ${to}, <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>
${link ? html`<p><a class="button" href="${link}">Open the link</a></p>` : ''}
<details><summary>Read the letter</summary><pre>${text}</pre></details></li>\n`;
}

function listOf(entries: Html[], none: string): Html {
  return entries.length > 0 ? html`<ol>\n${entries}</ol>` : html`<p class="soft">${none}</p>`;
}

/**
 * The page where mails are read in development. All in it is text that people typed: nothing of it becomes markup.
 *
 * @param codes null when the emulator does not answer
 */
export function devMailPage(codes: CodeLink[] | null, letters: StoredLetter[]): string {
  const provider = codes
    ? listOf(codes.map(codeEntry), 'Nothing waits for anybody. Sign up, or ask for a new password.')
    : html`<p>The Auth emulator does not answer, so its letters cannot be shown. Load the page again in a moment.</p>`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mail · EV Jobs (development)</title>
<style>${new Html(style)}</style></head>
<body><main>
<h1>Mail</h1>
<p class="soft">What people would find in their mailbox, newest first. Letters are kept here as long as no mail server is configured. <a href="/dev/mail">Look again</a> · <a href="/">Back to the app</a></p>
<h2>Confirmation and password</h2>
${provider}
<h2>Invitations and decisions</h2>
${listOf(letters.map(letterEntry), 'No letter has been written yet.')}
</main></body></html>
`.source;
}
