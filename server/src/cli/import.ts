import { readFile } from 'node:fs/promises';
import type { Actor } from '../access/actor.ts';
import { personByEmail } from '../access/people.ts';
import { Membership } from '../access/user.entity.ts';
import type { Context } from '../context.ts';
import { importPosts } from '../publishing/review/import-posts.ts';
import { type Command, optionalText, textOf } from './command.ts';

const importFile: Command = {
  noun: 'import',
  verb: '',
  help: 'Import scheduled posts from Postiz, Buffer or Mixpost as drafts in a person’s name; a dry run unless --confirm is given',
  flags: {
    workspace: { value: 'ID', isRequired: true, help: 'the workspace' },
    file: { value: 'FILE', isRequired: true, help: 'API responses as JSON, or Buffer’s bulk upload CSV file' },
    email: { value: 'ADDRESS', isRequired: true, help: 'the author’s sign-in email address' },
    platforms: { value: 'LIST', help: 'platforms for posts without a network in the file, for example x,linkedin' },
    confirm: { help: 'create the drafts' },
  },
  async run(ctx, flags) {
    const person = { ...ctx, actor: await actorOf(ctx, textOf(flags, 'email')) };
    const { tool, drafts, rows, slots, accounts } = await importPosts(person, {
      workspaceId: textOf(flags, 'workspace'),
      file: await readFile(textOf(flags, 'file'), 'utf8'),
      platforms: optionalText(flags, 'platforms')?.split(',') ?? null,
      isDryRun: flags.confirm !== true,
    });
    return {
      ...{ tool, is_made: flags.confirm === true, drafts, posting_slots: slots, accounts_to_connect: accounts },
      ...(rows.some(({ result }) => result === 'made' || result === 'known') && {
        remember: `Remove these posts from the queue of ${tool}, or they are published twice.`,
      }),
      rows: rows.map(({ row, result, title, platforms, scheduledAt, pictures, videos, remarks, draft }) => ({
        ...{
          row,
          result,
          title,
          platforms,
          scheduled_at: scheduledAt,
          pictures,
          videos,
          remarks: remarks.map(String),
          draft_id: draft?.id ?? null,
        },
      })),
    };
  },
};

/** With the roles that the person has, and nothing more. */
async function actorOf(ctx: Context, email: string): Promise<Actor> {
  const user = await personByEmail(ctx, email);
  const memberships = await ctx.em.find(Membership, { userId: user.id });
  const roles = new Map(memberships.map(({ accountId, role }) => [accountId, role]));
  return { kind: 'user', userId: user.id, sessionId: '', name: user.name, email: user.email, isOperator: false, roles };
}

export const IMPORT_COMMANDS: Command[] = [importFile];
