/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appVersion } from './server/build/appVersion.ts';
import { compressed } from './server/build/compressed.ts';
import { earlyForms } from './server/build/earlyForms.ts';
import { firstList } from './server/build/firstList.ts';
import { notices } from './server/build/notices.ts';
import { pageHead, preloadAsScripts } from './server/build/pageHead.ts';
import { pdfjsFiles } from './server/build/pdfjsFiles.ts';
import { publicVariables } from './server/build/publicVariables.ts';
import { scopedName } from './server/build/scopedName.ts';
import { phoneRegionsMessage, readPhoneRegions } from './src/contract/users/phone.ts';
import { buildTarget } from './src/supportedBrowsers.ts';

export default defineConfig(({ mode }) => {
  const { PHONE_REGIONS = '' } = loadEnv(mode, process.cwd(), 'PHONE_REGIONS');
  if (!readPhoneRegions(PHONE_REGIONS))
    throw new Error(`PHONE_REGIONS ${phoneRegionsMessage(PHONE_REGIONS)}.`);
  return {
    plugins: [
      react(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
        // Browsers fetch the other icons when they install the app.
        includeManifestIcons: false,
        injectManifest: {
          target: buildTarget,
          // Its files are listed by `appVersion`; the early documents are none of them: an installed app starts with its page at any
          // address.
          injectionPoint: undefined,
        },
      }),
      pageHead(),
      preloadAsScripts(),
      firstList(),
      earlyForms(),
      pdfjsFiles(),
      notices(),
      appVersion(),
      compressed(),
    ],
    // Vitest reads its options from this file, which it finds without being told.
    test: {
      projects: ['tests/vitest.config.ts'],
      reporters: ['default', './tests/support/run/countTests.ts'],
    },
    envPrefix: ['VITE_', ...publicVariables],
    worker: { format: 'es', plugins: () => [pdfjsFiles()] },
    // React has had its own since version 18.
    resolve: {
      alias: {
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
    css: { modules: { generateScopedName: scopedName } },
    build: {
      target: buildTarget,
      // The size budgets read from it which chunks a page loads.
      manifest: true,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? [] : deps),
      },
      rolldownOptions: {
        output: {
          // A difference between two versions (`src/contract/appFiles.ts`) looks for hashes of this length.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          // Nobody reads the names of styles.
          assetFileNames: ({ names: [name = ''] }) =>
            `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
          codeSplitting: {
            // The bundler alone would make over forty chunks of the list, each a request of its own.
            groups: [
              { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
              { name: 'app', tags: ['$initial'] },
              {
                name: 'list',
                test: /src\/(app\/shell\/Shell|features\/jobs\/(list\/JobsPage|page\/JobPage))\.tsx$/,
              },
              // Each of a few hundred bytes; the first list would name every one of them. Those of one page alone stay with it.
              { name: 'icons', test: /node_modules\/lucide\//, minShareCount: 2 },
              {
                name: 'form',
                test: /src\/(ui\/(useAction|form\/(useForm|TextField|PasswordField|FormErrors))|contract\/fields)/,
              },
              { name: 'phone', test: /node_modules\/libphonenumber-js\/|src\/contract\/users\/phone\.ts/ },
              // What the pages of the access flow share: without the code of a job.
              {
                name: 'auth',
                test: /src\/(features\/auth\/AuthSheet|contract\/users\/userForms|ui\/form\/use(EarlyForm|Unsaved))/,
              },
              {
                name: 'profile',
                test: /src\/(ui\/form\/(StateField|phoneHint|ProfileFields|UserNameField)|contract\/(address\/(states|address)|users\/registration)\.ts|format\/(withArticle|endedInvitation)|api\/invitationQuery|features\/auth\/(profileValuesOf|NewPasswordFields|DevMailLink))/,
              },
              {
                name: 'job',
                test: /src\/(features\/jobs\/page\/JobBody\.tsx|api\/read(Conversation|Notes)\.ts)$/,
              },
              // Each small, and shared by several pages, forms or dialogs: the worker would name every one of them.
              {
                name: 'shared',
                test: new RegExp(
                  String.raw`src/(${[
                    String.raw`ui/(AddressedToggle|useIsMounted|text/Message(Caption|Time)|Fact|feedback/EmptyState(\.module)?|chatBeside)`,
                    'ui/form/(ChoiceGroup|TextArea|sendKeys|unsavedText|useSavedForm)',
                    'ui/drawing/requestedDrawing|format/timeZones',
                    'ui/file(s|Picker)/(CameraButton|PhotoChoice|sizeHint|usePhotos)',
                    'contract/(jobs/reasonForm|users/people|messages/marking)|outbox/(queries/(conversationQuery|echoes)|drafts/formDraft)',
                    'features/jobs/(ReasonField|SendFailure)|(.*/)?(useDownload|useClients)',
                  ].join('|')})\.tsx?$`,
                ),
              },
              // What the forms of a new and of a known job share.
              {
                name: 'jobForm',
                test: /src\/(contract\/jobs\/requestType|features\/jobs\/(useFormDraft|form\/(sections\/(?!NewJob|Staff)\w+|formSections|FormSkeleton|JobSummary|RestoredDraft|SendStatus)))\.tsx?$/,
              },
              // What the chat, plans and the search compare texts by.
              { name: 'words', test: /src\/contract\/(words|fold)\.ts$/ },
              {
                name: 'offline',
                test: /src\/(offline\/(openJobs|saveForOffline)|device\/storagePersistence)\.ts$/,
              },
              // What checks seals, what makes them, and what several pages of the sign-up share: one entry each in the worker's list.
              {
                name: 'check',
                test: /src\/(features\/(check\/(checkQueries|digests|verify|verdictText)|plans\/seal\/useTrusted)|api\/issuersQuery|contract\/issuers|offline\/qrReaderFile)\.ts$/,
              },
              {
                name: 'proof',
                test: /src\/(features\/jobs\/proof\/(LicenseNote|MakeReport)|api\/licensesQuery|contract\/proof\/license)\.tsx?$/,
              },
              {
                name: 'signUp',
                test: /src\/features\/auth\/(SignOutButton|useRecheck)\.tsx?$/,
              },
              {
                name: 'users',
                test: /src\/(features\/users\/(approval|LazyHandOver|UserRow\.module|AdminPage|Decision|erasureRequestsQuery)|contract\/users\/erasures)\./,
              },
              // What the first screen is followed by.
              {
                name: 'later',
                test: /src\/(ui\/(storedFirm|shortcuts|files\/photoConsent)|scriptAddress|features\/chat\/useOutbox|contract\/users\/notifications)\.ts$/,
              },
              {
                name: 'sends',
                test: /src\/(outbox\/(sends\/(send|sendMessages|sendSaved|updateJobs)|records\/waitingMarks)|contract\/messages\/messageForms)\.ts$/,
              },
            ],
          },
        },
      },
    },
  };
});
