import type { ContentBlock } from '@modelcontextprotocol/server';

interface Telling {
  draft_id?: string;
  job_id?: string;
  status?: string;
  state?: string;
  approval_url?: string;
  allowed_actions?: string[];
  notices?: { message: string }[];
  publishing_readiness?: { gates: { status: string; message: string; remedy: string }[] };
}

/** What came of a call, what still holds it back and whom it waits for: the first thing that a model reads. */
export function sayWhatNext(body: Record<string, unknown>): { sentence: string; link: ContentBlock | null } {
  const telling = body as Telling;
  const { allowed_actions: actions = [], notices = [], approval_url: url } = telling;
  const subject = telling.job_id ?? telling.draft_id;
  const state = telling.status ?? telling.state;
  const open = telling.publishing_readiness?.gates.filter(({ status }) => status !== 'pass') ?? [];
  const sentences = [
    subject && state ? `${subject} is ${state.replaceAll('_', ' ')}.` : 'Done.',
    ...open.map(({ message, remedy }) => `${message} ${remedy}`.trim()),
    ...notices.map(({ message }) => message),
    ...(url ? [`A person has to decide; give your user this address: ${url}`] : []),
    ...(actions.length > 0 ? [`You may now: ${actions.join(', ')}.`] : []),
  ];
  return { sentence: sentences.join(' '), link: url ? approvalLink(url) : null };
}

function approvalLink(uri: string): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: 'approval',
    title: 'Where a person decides',
    description: 'A page of the customer’s console. Only a person who is signed in there can decide.',
    mimeType: 'text/html',
  };
}
