import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { completerOf, listIfAllowed, type Read, readerOf } from './resources.ts';

interface Prompt {
  title: string;
  description: string;
  /** The description of each argument; all are texts. */
  arguments: Record<string, string>;
  text(given: Record<string, string>): string;
}

/** Workflows that a person can start from their host; they only say in which order to use the tools. */
const PROMPTS: Record<string, Prompt> = {
  prepare_for_review: {
    title: 'Prepare this for review',
    description: 'From a text to a request for approval, with words for each platform.',
    arguments: { text: 'What the posts are made from.', platforms: 'Platform ids, separated by commas, such as "bluesky, linkedin".' },
    text: ({ text, platforms }) =>
      `Prepare a post for ${platforms} from the text below and ask for approval.\n` +
      '1. Call get_me and list_platforms, so that you know the workspace and each platform’s limits.\n' +
      '2. Call create_draft with publish_mode "draft_only" and an idempotency_key.\n' +
      '3. Write words for each platform and hand them in with write_captions. Keep every fact, date, price and link; invent nothing.\n' +
      '4. Call precheck_publishing and mend what it names.\n' +
      '5. Call submit_draft and give me the approval_url. I decide there; you cannot. Call wait_for_decision to hear of it, and get_publish_job with wait if I need longer.\n\n' +
      `The text:\n${text}`,
  },
  answer_the_reviewer: {
    title: 'Answer the reviewer',
    description: 'Read why changes were asked for, mend the draft and ask again.',
    arguments: { draft_id: 'The draft, drf_….' },
    text: ({ draft_id: draft }) =>
      `A reviewer has asked for changes to ${draft}. Read it with get_draft, what was decided and why with get_approval, and what else people say with list_comments. ` +
      'Change only what the reviewer asked for, with change_draft or write_captions; the same publish job goes on. ' +
      'Then tell me in two sentences what you changed, and give me the approval_url.',
  },
  plan_the_week: {
    title: 'Plan the week',
    description: 'Drafts for the next seven days, each at a time of its own.',
    arguments: { topic: 'What the week is about.', platforms: 'Platform ids, separated by commas.' },
    text: ({ topic, platforms }) =>
      `Plan posts for the next seven days about: ${topic}. Platforms: ${platforms}. ` +
      'Look at list_drafts and list_publish_jobs first, so that nothing is said twice. Propose the plan to me as a list of times and first lines. ' +
      'Once I agree, call create_draft for each with scheduled_at "next_slot" or the time we agreed on, publish_mode "approval_queue" and an idempotency_key of its own.',
  },
};

/** Completes a list of platforms: those that it does not contain yet. */
async function completePlatforms(read: Read, typed = ''): Promise<string[]> {
  const platforms = await listIfAllowed(read, { operation: 'listPlatforms', items: 'platforms' });
  const named = typed.split(',').map((name) => name.trim());
  const last = named.pop() ?? '';
  const fitting = platforms.map(({ platform = '' }) => platform).filter((id) => id.startsWith(last) && !named.includes(id));
  return fitting.map((id) => [...named, id].join(', '));
}

function completersOf(read: Read): Record<string, (typed?: string) => Promise<string[]>> {
  return {
    draft_id: completerOf(read, 'draft_id', { state: 'changes_requested' }),
    platforms: (typed) => completePlatforms(read, typed),
  };
}

export function addPrompts(server: McpServer, ctx: AgentContext, operations: ReadonlyMap<string, OfferedOperation>): void {
  const completers = completersOf(readerOf(ctx, operations));
  for (const [name, { title, description, arguments: given, text }] of Object.entries(PROMPTS)) {
    const fields = Object.entries(given).map(([argument, what]) => {
      const field = z.string().describe(what);
      const complete = completers[argument];
      return [argument, complete ? completable(field, complete) : field] as const;
    });
    server.registerPrompt(
      name,
      { title, description, argsSchema: z.object(Object.fromEntries(fields)) },
      (args): GetPromptResult => ({
        messages: [{ role: 'user', content: { type: 'text', text: text(args) } }],
      }),
    );
  }
}
