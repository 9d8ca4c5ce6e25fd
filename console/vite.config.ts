import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { compressedFiles } from './src/build/compressed-files.plugin.ts';
import { pageFiles } from './src/build/page-files.plugin.ts';
import { serviceWorker } from './src/build/service-worker.plugin.ts';
import { splitDocuments } from './src/build/split-documents.plugin.ts';
import { publicPages } from './src/public-pages/public-pages.plugin.ts';

/** What the first screen needs, in one file: many small ones cost more in headers, and compress less well. */
const FIRST_VISIT = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    'node_modules/@tanstack/(?!react-virtual|virtual-core)[\\w-]+/(?!.*(?:queriesObserver|useQueries|[iI]nfiniteQuery|useBlocker|useLocation))',
    '@mantine/hooks/esm/(use-media-query|use-did-update|use-reduced-motion|use-id|use-isomorphic-effect|use-uncontrolled|use-mutation-observer|utils/random-id)/',
    '@mantine/core/esm/core/(?!utils/)',
    '@mantine/core/esm/core/utils/(keys|deep-merge|camel-to-kebab-case|units-converters|filter-props|is-number-like|get-size|shallow-equal)/',
    '@mantine/core/esm/components/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton|Stack|Skeleton|VisuallyHidden|Kbd)/',
    'src/features/sign-in/(passkey-button|password-step|second-step|sign-in-page|texts|sign-in\\.module)',
    'src/app/routes/sign-in-route',
    'src/lib/(forget-desk|local-choice|language|persons-language|catalogue|texts|letter-of|viewer|live/live-state|http/(api-error|post-json|passkey|identity-question|run-document))\\.',
    'src/components/texts\\.',
    'src/components/ui/(problem|entrance|notice|status|toasts|empty|page|skeleton-rows|rows)\\.',
    'src/app/(texts|shell/shell-skeleton)\\.',
    // A decision can be taken back on every screen.
    'src/features/approvals/(sending-texts|deciding/(decision-notice|decision-desk|left-decisions|use-decision-desk|undo-strip|use-undo)|list/use-desk-keys)\\.',
  ].join('|'),
);
/** What most other pages share, in one file that comes with the first of them. */
const SIGNED_IN =
  /node_modules\/(@tanstack\/(?!react-virtual|virtual-core)|@mantine\/(form|hooks|core\/esm\/core)|eventsource-parser)|src\/lib\/(?!diff-words)/;
/** Parts of screens that several of them share, in one file: each answer costs a slow phone more than the bytes in it. */
const PARTS = /@tabler\/icons-react\/|@mantine\/core\/esm\/components\/|src\/components\/(posts|comments|identity|grants|gates|ui)\//;
const SHARED_BY = 2;

export default defineConfig(({ mode }) => {
  const { API_URL = 'http://127.0.0.1:4000' } = loadEnv(mode, '.', '');
  const proxy = { '/api': { target: API_URL } };
  return {
    plugins: [react(), splitDocuments(), publicPages(), pageFiles(), serviceWorker(), compressedFiles()],
    build: {
      target: 'es2023',
      // The two public pages are entries without any script; what they need of CSS is linked.
      rolldownOptions: {
        input: { console: 'index.html', developers: 'developers.html', 'api-docs': 'api-docs.html' },
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: FIRST_VISIT, priority: 2 },
              { name: 'signed-in', test: SIGNED_IN, priority: 1 },
              { name: 'parts', test: PARTS, minShareCount: SHARED_BY },
            ],
          },
        },
      },
      // A file is a file: nothing is inlined that the content security policy would refuse.
      assetsInlineLimit: 0,
    },
    server: { proxy },
    preview: { proxy },
  };
});
