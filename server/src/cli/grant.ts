import { SCOPES } from '../access/actor.ts';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { createGrant } from '../access/grants/create-grant.ts';
import { stateOfGrant } from '../access/grants/grant.entity.ts';
import { findAgents, listGrants } from '../access/grants/grant-queries.ts';
import { DAY_MS } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, type Flags, optionalText, optionalWholeNumber, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const create: Command = {
  noun: 'grant',
  verb: 'create',
  help: 'Grant an agent access and write its key to a file',
  flags: {
    workspace: { value: 'ID', isRequired: true, help: 'the workspace to grant access to' },
    'agent-name': { value: 'NAME', isRequired: true, help: 'the agent’s name, as people see it' },
    scopes: { value: 'A,B', isRequired: true, help: `scopes, separated by commas: ${SCOPES.join(', ')}` },
    'key-file': { value: 'FILE', isRequired: true, help: 'new file for the key, readable only by you' },
    vendor: { value: 'NAME', help: 'the agent’s vendor' },
    'home-page': { value: 'URL', help: 'the agent’s home page' },
    sandbox: { help: 'allow publishing only to the sandbox' },
    'expires-in-days': { value: 'N', help: 'days until the grant expires; default: never (the key expires after 90 days)' },
    'jobs-per-day': { value: 'N', help: 'maximum number of publish jobs per day; default: no limit' },
    'credits-per-month': { value: 'N', help: 'maximum number of credits per month; default: no limit' },
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
  help: 'Revoke a grant and all its keys immediately',
  flags: { grant: { value: 'ID', isRequired: true, help: 'the grant' } },
  async run(ctx, flags) {
    const grant = await inTransaction(ctx, (tx) => revokeGrant(tx, textOf(flags, 'grant')));
    return { grant_id: grant.id, state: grant.state };
  },
};

const list: Command = {
  noun: 'grant',
  verb: 'list',
  help: 'List the grants of a workspace, newest first',
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
        state: stateOfGrant(grant, ctx.clock.now()),
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
