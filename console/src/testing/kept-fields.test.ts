import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What keeps text in the browser while it is unsaved. */
const KEEPS = /\buse(KeptText|KeptWords|UnsavedGuard)\b/;

/** Fields whose text is kept by the form around them. */
const KEPT_BY: Record<string, string> = {
  'components/posts/settings-fields.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/approvals/deciding/ask-for-changes.tsx': 'features/approvals/deciding/decision-bar.tsx',
  'features/approvals/detail/edit-post.tsx': 'features/approvals/detail/approval-detail.tsx',
  'features/drafts/editor/common-words.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/mention-list.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/post-settings.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/schedule-field.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/thread-fields.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/editor/words-fields.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/drafts/pictures/picture-item.tsx': 'features/drafts/editor/draft-editor.tsx',
  'features/settings/planning-page.tsx': 'features/settings/save-bar.tsx',
  'features/settings/stage-fields.tsx': 'features/settings/save-bar.tsx',
  'features/settings/safety-page.tsx': 'features/settings/save-bar.tsx',
  'features/settings/voice-page.tsx': 'features/settings/save-bar.tsx',
};

/** Fields of one word, a number, a time or a search, typed again in seconds; and passwords, codes and keys, which are never kept. */
const NOT_KEPT = [
  'components/identity/identity-form.tsx',
  'components/ui/search-field.tsx',
  'components/ui/when-field.tsx',
  'features/approvals/list/list-tools.tsx',
  'features/audit/audit-filters.tsx',
  'features/connections/field-inputs.tsx',
  'features/drafts/editor/emoji-picker.tsx',
  'features/drafts/templates.tsx',
  'features/grant/code-field.tsx',
  'features/grant/confirm-and-allow.tsx',
  'features/grant/until-field.tsx',
  'features/invite/accept-as-new-person.tsx',
  'features/members/invite-form.tsx',
  'features/notifications/chats.tsx',
  'features/notifications/notifications-page.tsx',
  'features/security/add-passkey.tsx',
  'features/security/enrol-app.tsx',
  'features/settings/workspaces/rename-workspace.tsx',
  'features/settings/workspaces/workspaces-panel.tsx',
  'features/setup/setup-form.tsx',
  'features/shared/client-name.tsx',
  'features/shared/code-step.tsx',
  'features/sign-in/lost-password-page.tsx',
  'features/sign-in/password-step.tsx',
  'features/sign-in/second-step.tsx',
  'features/sign-in/sign-up/ask-for-link.tsx',
  'features/sign-in/sign-up/request-account.tsx',
  'features/webhooks/endpoint-form.tsx',
];

test('every form with a single-line field keeps its draft text, or is listed as an exception', () => {
  const lines = globSync('**/*.tsx', { cwd: ROOT }).filter((file) => /<TextInput\b/.test(read(file)));
  const notKept = lines.filter((file) => !KEEPS.test(read(KEPT_BY[file] ?? file)));
  expect(notKept.sort()).toEqual(NOT_KEPT);
});

test('every multi-line field keeps typed text until it is saved', () => {
  const files = globSync('**/*.tsx', { cwd: ROOT }).filter((file) => /<Textarea\b|label=\{texts\.reason/.test(read(file)));
  expect(files.length).toBeGreaterThan(12);
  const lost = files.filter((file) => !KEEPS.test(read(KEPT_BY[file] ?? file)));
  expect(lost).toEqual([]);
});
