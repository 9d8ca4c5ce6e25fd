import type { Language } from '../languages/language.ts';
import { type Sentence, say } from '../languages/sentence.ts';

const WORDS: Record<Role, Sentence> = { owner: say`owner`, approver: say`approver`, editor: say`editor`, viewer: say`viewer` };

/** The role's name within a sentence. */
export const roleWord = (role: Role): Sentence => WORDS[role];

/** The scopes of an agent; a grant has a subset of these. */
export const SCOPES = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'publish:auto', 'webhooks:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** A person's standing in an account. */
export type Role = 'owner' | 'approver' | 'editor' | 'viewer';

/** The caller of a request. Exactly one, decided by the transport before any command runs. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'agent';
      grantId: string;
      keyId: string;
      agentId: string;
      agentName: string;
      accountId: string;
      workspaceId: string;
      scopes: readonly Scope[];
      isSandboxOnly: boolean;
      /** It is an integration: the program of a person, a member of the account now, for whom it reads. */
      isIntegration?: boolean;
    }
  | {
      kind: 'user';
      userId: string;
      sessionId: string;
      name: string;
      email: string;
      isOperator: boolean;
      /** As they chose it; null or left out: English. */
      language?: Language | null;
      roles: ReadonlyMap<string, Role>;
      /** The address is not proved to be theirs: they read and write, and decide nothing. */
      isUnconfirmed?: true;
      /** By a token that was renewed some seconds ago: reads and writes, and nothing weighty. */
      hasOldToken?: true;
      /** An app or a passkey is set up. */
      hasSecondFactor?: boolean;
      /** A mandatory second factor was not used yet: no role counts before that, and almost everything is refused. */
      lacksSecondFactor?: true;
    }
  /** A person who entered the code that was mailed for a client link: may decide on what it shows, and nothing else. */
  | { kind: 'client'; linkId: string; accountId: string; workspaceId: string; email: string; sharedByUserId: string }
  /** The operator at the command line: allowed everything an operator is. */
  | { kind: 'operator' }
  /** The worker, acting on earlier decisions. */
  | { kind: 'system' };
