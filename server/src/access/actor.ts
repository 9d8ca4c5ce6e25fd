import type { Language } from '../languages/language.ts';
import { type Sentence, say } from '../languages/sentence.ts';

const WORDS: Record<Role, Sentence> = { owner: say`owner`, approver: say`approver`, editor: say`editor`, viewer: say`viewer` };

/** The role's name within a sentence. */
export const roleWord = (role: Role): Sentence => WORDS[role];

/** The scopes of an agent; a grant has a subset of these. */
export const SCOPES = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'publish:auto', 'webhooks:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** A person's role in an account. */
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
      /** An integration: a program that reads for a person who is currently a member of the account. */
      isIntegration?: boolean;
    }
  | {
      kind: 'user';
      userId: string;
      sessionId: string;
      name: string;
      email: string;
      isOperator: boolean;
      /** The person's chosen language; null or absent: English. */
      language?: Language | null;
      roles: ReadonlyMap<string, Role>;
      /** The address is unverified: they may read and write, but not decide. */
      isUnconfirmed?: true;
      /**
       * Authenticated by a token that was renewed seconds ago: may read and write, but take no sensitive
       * action.
       */
      hasOldToken?: true;
      /** An app or a passkey is set up. */
      hasSecondFactor?: boolean;
      /**
       * A mandatory second factor was not used yet: until then no role counts, and almost everything is
       * refused.
       */
      lacksSecondFactor?: true;
    }
  /** A person who entered the code that was mailed for a client link: may decide on what it shows, and nothing else. */
  | { kind: 'client'; linkId: string; accountId: string; workspaceId: string; email: string; sharedByUserId: string }
  /** The operator at the command line: has every permission of an operator. */
  | { kind: 'operator' }
  /** The worker, acting on earlier decisions. */
  | { kind: 'system' };
