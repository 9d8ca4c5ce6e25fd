import type { ScopeChallengeHandler } from '@modelcontextprotocol/server';
import { SCOPES, type Scope } from '../access/actor.ts';

type Arguments = Record<string, unknown>;

const isGiven = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const toWrite = ({ captions }: Arguments): Scope[] => (isGiven(captions) ? ['captions:write'] : []);
const toSubmit = ({ publish_mode: mode }: Arguments): Scope[] => (mode === 'approval_queue' || mode === 'auto' ? ['jobs:write'] : []);
const toCreate = (draft: Arguments): Scope[] => [...toWrite(draft), ...toSubmit(draft)];

/**
 * Operations whose input may require more than their own scope, as in their commands; least-privilege.test.ts
 * compares them.
 */
const MORE: Readonly<Record<string, (args: Arguments) => Scope[]>> = {
  createDraft: toCreate,
  createDrafts: ({ drafts }) => (Array.isArray(drafts) ? drafts.flatMap((draft: Arguments | null) => toCreate(draft ?? {})) : []),
  changeDraft: toWrite,
  createCaptions: toSubmit,
};

/**
 * Declares all scopes of a call before it runs: the host asks its user once and calls again. A refusal from inside a
 * command is a tool error, for which no host requests further scopes.
 */
export function challengeFor(operation: string, scope: Scope): ScopeChallengeHandler {
  return ({ request, authInfo }) => {
    const args = (request.params as { arguments?: Arguments } | undefined)?.arguments ?? {};
    const more = MORE[operation]?.(args) ?? [];
    const needed = SCOPES.filter((one) => one === scope || more.includes(one));
    if (!authInfo || needed.every((one) => authInfo.scopes.includes(one))) return undefined;
    return { scopes: needed as [Scope, ...Scope[]] };
  };
}
