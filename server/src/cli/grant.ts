import { SCOPES } from '../access/actor.ts';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { createGrant } from '../access/grants/create-grant.ts';
import { findAgents, listGrants } from '../access/grants/grant-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, type Flags, optionalText, optionalWholeNumber, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const DAY_MS = 86_400_000;

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
    'expires-in-days': { value: 'N', help: 'when the grant ends; it does not when left out (the key ends after 90 days)' },
    'jobs-per-day': { value: 'N', help: 'publish jobs it may make in a day; no limit when left out' },
    'credits-per-month': { value: 'N', help: 'credits it may use in a month; no limit when left out' },
  },
  async run(ctx, flags) {
    const keyFile = textOf(flags, 'key-file');
    const expiresInDays = optionalWholeNumber(flags, 'expires-in-days');
    const input = {
      workspaceId: textOf(flags, 'workspace'),
      agentName: textOf(flags, 'agent-name'),
      vendor: optionalText(flags, 'vendor') ?? null,
      homePage: optionalText(flags, 'home-page') ?? null,
      scopes: scopesOf(flags),
      isSandboxOnly: flags.sandbox === true,
      expiresAt: expiresInDays === null ? null : new Date(ctx.clock.now().getTime() + expiresInDays * DAY_MS),
      jobsPerDay: optionalWholeNumber(flags, 'jobs-per-day'),
      creditsPerMonth: optionalWholeNumber(flags, 'credits-per-month'),
    };
    // The key is written to its file before the commit, so no valid key is lost.
    const { grantId, keyId } = await withSecretFile(keyFile, 'key-file', (write) =>
      inTransaction(ctx, async (tx) => {
        const { key, ...made } = await createGrant(tx, input);
        await write(key);
        return made;
      }),
    );
    return { grant_id: grantId, key_id: keyId, key_file: keyFile };
  },
};

function scopesOf(flags: Flags): string[] {
  return textOf(flags, 'scopes')
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);
}

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
  help: 'lists who may do what in a workspace, newest first',
  flags: { workspace: { value: 'ID', isRequired: true, help: 'the workspace' } },
  async run(ctx, flags) {
    const grants = await listGrants(ctx, textOf(flags, 'workspace'));
    const agents = await findAgents(
      ctx,
      grants.map(({ agentId }) => agentId),
    );
    return {
      grants: grants.map((grant) => ({
        grant_id: grant.id,
        agent_name: agents.get(grant.agentId)?.name,
        state: grant.state,
        scopes: grant.scopes,
        sandbox_only: grant.isSandboxOnly,
        jobs_per_day: grant.jobsPerDay,
        credits_per_month: grant.creditsPerMonth,
        created_at: grant.createdAt,
        expires_at: grant.expiresAt,
      })),
    };
  },
};

export const GRANT_COMMANDS: Command[] = [create, revoke, list];
