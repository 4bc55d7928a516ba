import { createHash } from 'node:crypto';
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
a.button,button{display:inline-block;margin-top:.5rem;padding:.6rem 1rem;min-height:2.75rem;background:var(--blue);color:var(--on-blue);border:0;border-radius:3px;font:inherit;text-decoration:none;cursor:pointer}
a:focus-visible,summary:focus-visible,button:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
form{margin:1rem 0}
label{display:block}
textarea{display:block;width:100%;margin-top:.25rem;padding:.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:3px}
textarea:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
details{margin-top:.5rem}
summary{cursor:pointer;padding:.5rem 0;color:var(--soft)}
pre{font:inherit;white-space:pre-wrap;margin:.5rem 0 0}
`;

/**
 * Returns the policy of a page rendered by the server, which needs its own style and nothing else: no scripts, images or frames.
 */
function pagePolicy(formAction: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * Returns the headers of such a page: it is not cached and not indexed, and its address, which may contain a token, is not sent as
 * Referer.
 */
export function pageHeaders(formAction: "'none'" | "'self'"): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(formAction),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-type': 'text/html; charset=utf-8',
  };
}

/** Renders a page without the app. */
export function plainPage(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>${new Html(style)}</style></head>
<body><main>
${main}
</main></body></html>
`.source;
}
