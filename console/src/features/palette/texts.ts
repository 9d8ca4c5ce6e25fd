import { say } from '../../lib/catalogue.ts';

export const texts = say('palette', {
  title: 'Search or jump to…',
  placeholder: 'Page, action, or words of a draft',
  none: 'Nothing is called that.',
  searching: 'Searching …',
  groups: { pages: 'Go to', actions: 'Do', found: 'Drafts, approvals and posts' },
  writeDraft: 'Write a draft',
  letIn: 'Let an agent in',
  connect: 'Connect an account',
  light: 'Colours: light',
  dark: 'Colours: dark',
  system: 'Colours: as the system',
  openWorkspace: (name: string): string => `Open the workspace ${name}`,
  draft: (title: string): string => `Draft: ${title}`,
  approval: (title: string): string => `Approval: ${title}`,
  job: (title: string): string => `Post: ${title}`,
  hint: '↑ ↓ to choose, Enter to go, Esc to leave',
} as const);
