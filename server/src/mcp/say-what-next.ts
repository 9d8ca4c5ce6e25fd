import type { ContentBlock } from '@modelcontextprotocol/server';

interface Answered {
  approval_url?: string;
  allowed_actions?: string[];
  notices?: { message: string }[];
  publishing_readiness?: { gates: { status: string; message: string; remedy: string }[] };
}

/** Adds to the result what still holds a draft or job back, who has to act, and what the caller may do. */
export function sayWhatNext(result: string, body: Record<string, unknown>): { sentence: string; link: ContentBlock | null } {
  const { allowed_actions: actions = [], notices = [], approval_url: url, publishing_readiness: readiness } = body as Answered;
  const open = readiness?.gates.filter(({ status }) => status !== 'pass') ?? [];
  const sentences = [
    result,
    ...open.map(({ message, remedy }) => `${message} ${remedy}`.trim()),
    ...notices.map(({ message }) => message),
    ...(url ? [`A person has to decide; give your user this address: ${url}`] : []),
    ...(actions.length > 0 ? [`Next you can call ${actions.join(', ')}.`] : []),
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
