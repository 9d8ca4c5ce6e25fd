import type { Caller } from './callers.ts';
import { insteadOfOk, type Outcome } from './outcome.ts';
import type { Subject } from './subject-parts.ts';

/** Who may use a field of Query or Mutation, with arguments that work for permitted callers. */
export interface GraphqlRule {
  variables?(subject: Subject, caller: Caller): Record<string, unknown>;
  expected(caller: Caller): Outcome;
  /** The thing belongs to the caller, so each caller needs one. */
  isPersonal?: true;
}

/** A webhook endpoint of the home's agent: other agents do not see it, and people other than owners are refused. */
export function seenEndpoint(caller: Caller): Outcome {
  const outcome = seen(caller);
  if (outcome !== 'ok') return outcome;
  if (caller.kind === 'agent') return 'null';
  return caller.role === 'owner' ? 'ok' : 'insufficient_role';
}

/** A thing by its id: visible to members of the account and to agents with `read` in its workspace. */
export function seen(caller: Caller): Outcome {
  if (caller.dead) return caller.dead;
  if (caller.kind === 'anonymous') return 'unauthenticated';
  if (caller.kind === 'agent' && !caller.scopes.includes('read')) return 'insufficient_scope';
  return caller.place === 'own' ? 'ok' : 'null';
}

/** Proposals to people are hidden from agents. */
export const unseenByAgents = (caller: Caller): Outcome => {
  const outcome = seen(caller);
  return caller.kind === 'agent' && outcome === 'ok' ? 'null' : outcome;
};

/** Visible to owners only; not found for others. */
const seenByOwners = (caller: Caller): Outcome => {
  const outcome = seen(caller);
  return outcome === 'ok' && caller.role !== 'owner' ? 'null' : outcome;
};

/** Things by their id alone; those that a person has alone are in node.test.ts. */
export const NODE_RULES: GraphqlRule[] = [
  { variables: ({ draftId }) => ({ id: draftId }), expected: seen },
  { variables: ({ threadId }) => ({ id: threadId }), expected: seen },
  { variables: ({ grantId }) => ({ id: grantId }), expected: unseenByAgents },
  { variables: ({ invitationId }) => ({ id: invitationId }), expected: seenByOwners },
  { variables: ({ clientLinkId }) => ({ id: clientLinkId }), expected: seenByOwners },
  // A key knows its account, in whichever of its workspaces it is.
  {
    variables: ({ accountId }) => ({ id: accountId }),
    expected: (caller) => seen(caller.place === 'sibling' ? { ...caller, place: 'own' } : caller),
  },
  { variables: ({ noticeId }) => ({ id: noticeId }), expected: (caller) => (seen(caller) === 'ok' ? 'null' : seen(caller)) },
];

/** The input of a small draft. */
export function draftFields({ workspaceId }: Subject): Record<string, unknown> {
  return { workspaceId, sourceText: 'The harbour festival opens on Friday.', platforms: ['sandbox'] };
}

export const onDraft = ({ draftId }: Subject) => ({ draftId });

/** Help while writing, by those who may write captions or drafts. There is no language model here. */
export function writingHelp(captions: GraphqlRule['expected'], drafts: GraphqlRule['expected']): Record<string, GraphqlRule> {
  const withoutModel: GraphqlRule['expected'] = (caller) => insteadOfOk('invalid_state', captions(caller));
  const text = 'Doors open at ten.';
  return {
    'Mutation.improveText': { variables: ({ workspaceId }) => ({ input: { workspaceId, text, task: 'SHORTEN' } }), expected: withoutModel },
    'Mutation.describePicture': {
      variables: ({ workspaceId, mediaId }) => ({ input: { workspaceId, mediaId, language: 'en' } }),
      expected: withoutModel,
    },
    'Mutation.findAccounts': {
      variables: ({ workspaceId }) => ({ input: { workspaceId, platform: 'bluesky', query: 'ada' } }),
      expected: captions,
    },
    'Mutation.generateCaptions': { variables: ({ draftId }) => ({ input: { draftId } }), expected: captions },
    'Mutation.addMedia': {
      variables: ({ workspaceId }) => ({ input: { workspaceId, url: 'http://10.0.0.1/pier.png' } }),
      expected: (caller) => insteadOfOk('address_refused', drafts(caller)),
    },
    'Mutation.removeMedia': {
      variables: ({ mediaId }) => ({ mediaId }),
      // An agent's own picture, which other agents do not see.
      expected: (caller) => (caller.kind === 'agent' && drafts(caller) === 'ok' ? 'not_found' : drafts(caller)),
    },
    'Mutation.lookUpReferences': {
      variables: ({ workspaceId }) => ({ input: { workspaceId, platforms: ['sandbox'], texts: [text] } }),
      expected: drafts,
    },
  };
}

const imported =
  (file: object) =>
  ({ workspaceId }: Subject) => ({ input: { workspaceId, isDryRun: false, ...file } });
/** Files with one post each. */
export const importing = {
  drafts: imported({ csv: 'text,platforms\nThe pier opens.,sandbox' }),
  posts: imported({ platforms: ['sandbox'], file: 'Text,Image URL,Tags,Posting Time\nThe pier opens.,,,' }),
};
