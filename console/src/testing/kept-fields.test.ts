import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What keeps text in the browser while it is unsaved. */
const KEEPS = /\buse(KeptText|KeptWords|UnsavedGuard)\b/;

/** Fields whose text is kept by the form around them. */
const KEPT_BY: Record<string, string> = {
  'features/approvals/deciding/ask-for-changes.tsx': 'features/approvals/deciding/decision-bar.tsx',
  'features/approvals/detail/edit-post.tsx': 'features/approvals/detail/approval-detail.tsx',
  'features/drafts/editor/draft-fields.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/words-fields.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/pictures/picture-item.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/settings/safety-page.tsx': 'features/settings/save-bar.tsx',
  'features/settings/voice-page.tsx': 'features/settings/save-bar.tsx',
};

test('every field for more than a line keeps what is typed until it is saved', () => {
  const files = globSync('**/*.tsx', { cwd: ROOT }).filter((file) => /<Textarea\b|label=\{texts\.reason/.test(read(file)));
  expect(files.length).toBeGreaterThan(12);
  const lost = files.filter((file) => !KEEPS.test(read(KEPT_BY[file] ?? file)));
  expect(lost).toEqual([]);
});
