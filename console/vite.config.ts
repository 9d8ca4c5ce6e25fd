import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { compressedFiles } from './src/build/compressed-files.plugin.ts';
import { controlStyles, usedColors } from './src/build/control-styles.plugin.ts';
import { emojis } from './src/build/emojis.plugin.ts';
import { messages } from './src/build/messages.plugin.ts';
import { pageFiles } from './src/build/page-files.plugin.ts';
import { serviceWorker } from './src/build/service-worker.plugin.ts';
import { splitDocuments } from './src/build/split-documents.plugin.ts';
import { publicPages } from './src/public-pages/public-pages.plugin.ts';

/** What the first screen needs, in one file: many small ones cost more in headers, and compress less well. */
const FIRST_VISIT = new RegExp(
  [
    'src/app/(base|mantine)\\.css',
    'node_modules/(react|react-dom|scheduler)/',
    'node_modules/@tanstack/[\\w-]+/(?!.*(?:queriesObserver|useQueries|hydration|[iI]nfiniteQuery|useBlocker|useLocation))',
    '@mantine/hooks/esm/(use-media-query|use-did-update|use-reduced-motion|use-id|use-isomorphic-effect|use-uncontrolled|use-mutation-observer|utils/random-id)/',
    '@mantine/core/esm/core/(?!utils/)',
    '@mantine/core/esm/core/utils/(keys|deep-merge|camel-to-kebab-case|units-converters|filter-props|is-number-like|get-size|shallow-equal)/',
    '@mantine/core/esm/components/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|ActionIcon|CloseButton|Stack|Skeleton|VisuallyHidden|Kbd)/',
    'src/lib/(forget-desk|left-decisions|local-choice|language|formatters|persons-language|catalogue|texts|letter-of|viewer|live/live-state|http/(api-error|post-json|passkey|identity-question|run-document))\\.',
    'src/components/texts\\.',
    'src/messages/en/(lib|components|app|sending)\\.',
    'src/components/ui/(problem|use-desk-keys|entrance|notice|status|toasts|empty|page|skeleton-rows|rows)\\.',
    'src/app/(app|fallbacks|query-client|read-ahead|root|router|routes-outside|search|texts|theme|shell/shell-skeleton)\\.',
    // A decision can be taken back on every screen.
    'src/features/approvals/(sending-texts|deciding/(decision-notice|decision-desk|unsent-decisions|use-decision-desk|undo-strip|use-undo))\\.',
  ].join('|'),
);
/** The sign-in, also over a page whose session has ended. */
const SIGN_IN =
  /src\/features\/sign-in\/(passkey-button|password-step|second-step|sign-in-page|texts|sign-in\.module)|src\/messages\/en\/sign-in\.|src\/app\/routes\/sign-in-route|components\/PasswordInput\//;
/** What most other pages share, in one file that comes with the first of them. */
const SIGNED_IN =
  /node_modules\/(@tanstack\/(?!.*(?:queriesObserver|useQueries|hydration))|@mantine\/(hooks\/esm\/(?!use-(clipboard|move|focus-trap|focus-return|click-outside|long-press|shallow-effect|timeout)\/)|core\/esm\/(core\/(?!utils\/(create-scoped-keydown-handler|find-element-in-shadow-dom)\/)|components\/(Combobox\/(get-parsed|ComboboxChevron)|Checkbox\/CheckIcon|NativeSelect))))|src\/lib\/(?!check-field|push-device|use-followed-form|use-kept-focus|diff-words|grant-command|kept-desk|offline-files|fragment-token|save-file|small-picture|live\/(?:open-changes|read-events)|http\/(?:end-session|post-file|fetch-file))/;
/** Parts of screens that several of them share, in one file: each answer costs a slow phone more than the bytes in it. */
const PARTS =
  /@tabler\/icons-react\/|@mantine\/core\/esm\/components\/(?!Checkbox\/Checkbox|CopyButton|FileButton|FileInput|Slider|Switch|Textarea)|src\/app\/shell\/.*\.module|server\/src\/field-rules|src\/components\/((posts\/(?!settings-fields|new-words)|gates\/|ui\/(?!command|search-field|when-field))|cost\/texts|share\/share-with|comments\/(about-|on-selection|pointed-|use-has|texts|comments\.module)|keys\/keys-help|unsaved\/|identity\/(identity-provider|identity-ways|use-freshly)|grants\/marked-name)|src\/messages\/en\/(states|cost|comments|forecast|approvals|approvalBuckets|signing)\.|src\/features\/approvals\/(?!list\/bulk).*(\.module|forget-decided|sign-approvals|texts|queries|use-edits|filter-panel|approval-filter)/;
/** Parts that the desk shows only when they are opened. */
const OPENED =
  /@mantine\/(core\/esm\/components\/CopyButton|hooks\/esm\/use-clipboard)\/|src\/components\/((comments|identity|grants)\/|ui\/command\.)|src\/lib\/grant-command\.|src\/messages\/en\/(agentWeeks|letIn)\./;
const SHARED_BY = 2;
/** Icons that no part of the desk shows; `parts` comes first and has what all icons are made with. */
const OTHER_ICONS =
  /@tabler\/icons-react\/.*\/Icon(?:Arrow(?:Down|Up|sJoin)|Crop|DeviceMobile|Download|MoodSmile|PhotoPlus|Plus|Scissors|Sparkles|Template|Trash)\./;
/** Fields of forms: the desk shows one only when it is opened. */
const FIELDS =
  /@mantine\/core\/esm\/components\/(Checkbox\/Checkbox|Switch|Textarea)|console\/src\/(lib\/(check-field|fragment-token|use-(followed-form|kept-focus))|components\/(editing-texts|figure-texts|out-line|lists\/run-each|ui\/(?:search-field|when-field))|features\/settings\/lines-of|messages\/en\/editing)\./;
/** For files that a person chooses. */
const FILES =
  /@mantine\/(core\/esm\/components\/(FileButton|FileInput|Slider)|hooks\/esm\/use-move)\/|src\/lib\/(save-file|http\/(fetch|post)-file)\./;
/** What dialogs, menus and forms need, and the desk only once one of them opens. */
const CONTROLS =
  /@floating-ui\/|react-remove-scroll|react-number-format|use-sidecar|use-callback-ref|react-style-singleton|@mantine\/form|@mantine\/core\/esm\/(utils\/Floating|components\/(Combobox(?!\/(get-parsed|ComboboxChevron))|Drawer|FloatingIndicator|FocusTrap|Menu|Modal|ModalBase|NumberInput|Overlay|Popover|ScrollArea|Select|Tabs|Table|TagsInput|MultiSelect|Pill|PillsInput|SegmentedControl)\/)|mantine-controls\.css/;

export default defineConfig(({ mode }) => {
  const { API_URL = 'http://127.0.0.1:4000' } = loadEnv(mode, '.', '');
  const proxy = { '/api': { target: API_URL } };
  return {
    plugins: [
      react(),
      controlStyles(),
      usedColors(),
      emojis(),
      messages(),
      splitDocuments(),
      publicPages(),
      pageFiles(),
      serviceWorker(),
      compressedFiles(),
    ],
    build: {
      target: 'es2023',
      // Every browser that runs this target preloads modules by itself.
      modulePreload: { polyfill: false },
      // The two public pages are entries without any script; what they need of CSS is linked.
      rolldownOptions: {
        input: { console: 'index.html', developers: 'developers.html', 'api-docs': 'api-docs.html' },
        output: {
          // The shortest hashes that the bundler allows: the first file has the names of all others.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              { name: 'first', test: FIRST_VISIT, priority: 4 },
              { name: 'sign-in', test: SIGN_IN, priority: 3 },
              { name: 'signed-in', test: SIGNED_IN, priority: 3 },
              { name: 'controls', test: CONTROLS, priority: 2, minShareCount: SHARED_BY },
              { name: 'parts', test: (id) => PARTS.test(id) && !OTHER_ICONS.test(id), priority: 1, minShareCount: SHARED_BY },
              { name: 'other-icons', test: OTHER_ICONS, minShareCount: SHARED_BY },
              { name: 'fields', test: FIELDS, minShareCount: SHARED_BY },
              { name: 'files', test: FILES, minShareCount: SHARED_BY },
              { name: 'opened', test: OPENED, minShareCount: SHARED_BY },
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
