import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';
import type { StandingStatement, Statement } from './statement.ts';

/**
 * A person's passkey signature over one statement, about one or several decisions or a standing approval, with
 * everything needed to verify it independently. Immutable.
 */
export const DecisionSignature = defineEntity({
  name: 'DecisionSignature',
  tableName: 'decision_signatures',
  uniques: [{ properties: ['challenge'] }],
  indexes: [{ properties: ['workspaceId'] }, { properties: ['userId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** The passkey as it was; it may be removed since. */
    passkeyId: p.text(),
    /** The hash of the statement, in base64url; unique, so a statement is signed once. */
    challenge: p.text(),
    statement: p.json<Statement | StandingStatement>(),
    /** The authenticator's name for the passkey, in base64url. */
    credentialId: p.text(),
    /** COSE key in base64url, as of its use. */
    publicKey: p.text(),
    // As returned by the browser, in base64url.
    authenticatorData: p.text(),
    clientDataJson: p.text(),
    signature: p.text(),
    createdAt: timestamp(),
  },
});
export type DecisionSignature = InferEntity<typeof DecisionSignature>;
