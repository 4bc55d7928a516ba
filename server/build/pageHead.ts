import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { applyStoredTheme } from '../../src/device/theme.ts';
import { browserCheck } from '../../src/supportedBrowsers.ts';
import { applyStoredFirm } from '../../src/ui/storedFirm.ts';

/** Behind it stands what is requested: a page without it is white until the first script is there. */
const anchor = '<meta name="color-scheme" content="light dark" />';

function preload(as: 'script' | 'style', fileName: string): string {
  return `<link rel="preload" as="${as}" crossorigin href="/${fileName}">`;
}

/** Applies the theme and the firm, and detects old browsers. */
export const headSource = `(${applyStoredTheme})();(${applyStoredFirm})();${browserCheck}`;

/**
 * Adds two things to the head of the page: a classic script that applies the theme before the first paint and detects old browsers,
 * which cannot parse the app's modules; and preloads of the first scripts, with those of the job list, which nearly every start shows:
 * that saves a round trip, 0.56 s on Slow 4G.
 *
 * The scripts are preloaded as scripts, not as modules: what is requested as a module first is compiled anew by Chromium at each start,
 * because it is compiled while it arrives; the compiled code on its disk is used only for what was requested otherwise. On a phone, a
 * start is a third shorter with it (`tests/bench/README.md`). Its price: Firefox requests each of the four twice, once for nothing, the
 * second time from its cache.
 */
export function pageHead(): Plugin {
  const source = headSource;
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `assets/head-${hash}.js`;
  return {
    name: 'page-head',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const list = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/JobsPage.tsx')),
        );
        if (!chunk || list?.type !== 'chunk') throw new Error('The build has no chunk of the job list.');
        if (!html.includes(anchor)) throw new Error(`The page has no ${anchor}.`);
        const stylesOf = ({ viteMetadata }: typeof list) => [...(viteMetadata?.importedCss ?? [])];
        const scripts = new Set([chunk, list].flatMap((file) => [file.fileName, ...file.imports]));
        const first = [
          // In the order in which they are waited for: a browser fetches six files at a time over HTTP/1.1.
          `<script src="/${fileName}"></script>`,
          ...stylesOf(chunk).map((style) => preload('style', style)),
          ...[...scripts].map((script) => preload('script', script)),
          ...stylesOf(list).map((style) => preload('style', style)),
        ];
        return html.replace(anchor, [anchor, ...first].join('\n    '));
      },
    },
  };
}

/** Preloads the scripts that are loaded later as scripts too, in Chromium: other browsers would request them twice. */
export function preloadAsScripts(): Plugin {
  let isDone = false;
  return {
    name: 'preload-as-scripts',
    apply: 'build',
    transform: {
      filter: { id: /preload-helper\.js$/ },
      handler(code) {
        const changed = code.replace(
          /const scriptRel = .*?;(?=const assetsURL)/s,
          "const scriptRel = 'userAgentData' in navigator ? 'preload' : 'modulepreload';",
        );
        isDone = changed !== code;
        return { code: changed, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isDone) throw new Error('Vite loads its chunks in another way than this plugin knows.');
    },
  };
}
