import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { compressedFiles } from './src/build/compressed-files.plugin.ts';
import { publicPages } from './src/public-pages/public-pages.plugin.ts';

/** What every visit needs, in one file: many small ones cost more in headers, and compress less well. */
const FIRST_VISIT = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|@tanstack/(?!react-virtual|virtual-core)[\\w-]+|@mantine/(form|hooks))/',
    '@mantine/core/esm/(core|components/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton|Stack|Skeleton|VisuallyHidden|Kbd))/',
    'src/features/sign-in/',
    'src/lib/(?!diff-words)',
    'src/components/texts\\.',
    'src/components/ui/(problem|entrance|notice|status|toasts|empty|page|skeleton-rows|rows)\\.',
    'src/app/(texts|shell/shell-skeleton)\\.',
    // A decision can be taken back on every screen.
    'src/features/approvals/(texts|sending-texts|deciding/(decision-desk|left-decisions|use-decision-desk|undo-strip|use-undo)|list/use-desk-keys)\\.',
  ].join('|'),
);

export default defineConfig(({ mode }) => {
  const { API_URL = 'http://127.0.0.1:4000' } = loadEnv(mode, '.', '');
  const proxy = { '/api': { target: API_URL } };
  return {
    plugins: [react(), publicPages(), compressedFiles()],
    build: {
      target: 'es2023',
      // The two public pages are entries without any script; what they need of CSS is linked.
      rolldownOptions: {
        input: { console: 'index.html', developers: 'developers.html', 'api-docs': 'api-docs.html' },
        output: { codeSplitting: { groups: [{ name: 'first', test: FIRST_VISIT }] } },
      },
      // A file is a file: nothing is inlined that the content security policy would refuse.
      assetsInlineLimit: 0,
    },
    server: { proxy },
    preview: { proxy },
    test: { environment: 'node', include: ['src/**/*.test.{ts,tsx}'] },
  };
});
