import { Agent } from '../access/agent.entity.ts';
import { ApiKey } from '../access/api-key.entity.ts';
import { requireWorkspace } from '../access/authorise.ts';
import { createGrant } from '../access/create-grant.ts';
import { Grant, SCOPES } from '../access/grant.entity.ts';
import { revokeGrant } from '../access/revoke-grant.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, optionalText, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const create: Command = {
  noun: 'grant',
  verb: 'create',
  help: 'lets an agent in and writes its key into a file',
  flags: {
    workspace: { value: 'ID', isRequired: true, help: 'where it may work' },
    'agent-name': { value: 'NAME', isRequired: true, help: 'as people will see it' },
    scopes: { value: 'A,B', isRequired: true, help: `of ${SCOPES.join(', ')}` },
    'key-file': { value: 'FILE', isRequired: true, help: 'a new file for the key, readable by you only' },
    vendor: { value: 'NAME', help: 'who makes the agent' },
    'home-page': { value: 'URL', help: 'where it is described' },
    sandbox: { help: 'it reaches the sandbox only' },
  },
  async run(ctx, flags) {
    const keyFile = textOf(flags, 'key-file');
    const scopes = textOf(flags, 'scopes')
      .split(',')
      .map((scope) => scope.trim());
    const made = await withSecretFile(keyFile, 'key-file', async () => {
      const { key, ...result } = await inTransaction(ctx, (tx) =>
        createGrant(tx, {
          workspaceId: textOf(flags, 'workspace'),
          agentName: textOf(flags, 'agent-name'),
          vendor: optionalText(flags, 'vendor') ?? null,
          homePage: optionalText(flags, 'home-page') ?? null,
          scopes,
          isSandboxOnly: flags.sandbox === true,
        }),
      );
      return { secret: key, result };
    });
    return { grant_id: made.grantId, key_id: made.keyId, key_file: keyFile };
  },
};

const revoke: Command = {
  noun: 'grant',
  verb: 'revoke',
  help: 'ends a grant and every key of it at once',
  flags: { grant: { value: 'ID', isRequired: true, help: 'the grant' } },
  async run(ctx, flags) {
    const grant = await inTransaction(ctx, (tx) => revokeGrant(tx, textOf(flags, 'grant')));
    return { grant_id: grant.id, state: grant.state };
  },
};

const list: Command = {
  noun: 'grant',
  verb: 'list',
  help: 'lists who may do what in a workspace, with key ids',
  flags: { workspace: { value: 'ID', isRequired: true, help: 'the workspace' } },
  async run(ctx, flags) {
    const workspace = await requireWorkspace(ctx, textOf(flags, 'workspace'), 'read');
    const grants = await ctx.em.find(Grant, { workspaceId: workspace.id }, { orderBy: { id: 'asc' } });
    const agents = new Map((await ctx.em.find(Agent, { accountId: workspace.accountId })).map(({ id, name }) => [id, name]));
    const keys = await ctx.em.find(ApiKey, { grantId: { $in: grants.map(({ id }) => id) } }, { orderBy: { createdAt: 'asc' } });
    return {
      grants: grants.map((grant) => ({
        grant_id: grant.id,
        agent_name: agents.get(grant.agentId),
        scopes: grant.scopes,
        state: grant.state,
        sandbox_only: grant.isSandboxOnly,
        keys: keys
          .filter((key) => key.grantId === grant.id)
          .map((key) => ({ key_id: key.id, expires_at: key.expiresAt, last_used_at: key.lastUsedAt, revoked_at: key.revokedAt })),
      })),
    };
  },
};

export const GRANT_COMMANDS: Command[] = [create, revoke, list];
