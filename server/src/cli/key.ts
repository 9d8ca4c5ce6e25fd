import { keysOf, listGrants } from '../access/grants/grant-queries.ts';
import { type Command, textOf } from './command.ts';

const list: Command = {
  noun: 'key',
  verb: 'list',
  help: "List the public ids of a workspace's keys with their last use",
  flags: { workspace: { value: 'ID', isRequired: true, help: 'the workspace' } },
  async run(ctx, flags) {
    const grants = await listGrants(ctx, textOf(flags, 'workspace'));
    const keys = await keysOf(
      ctx,
      grants.map(({ id }) => id),
    );
    return {
      keys: grants.flatMap((grant) =>
        (keys.get(grant.id) ?? []).map((key) => ({
          key_id: key.id,
          grant_id: grant.id,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          last_used_at: key.lastUsedAt,
          revoked_at: key.revokedAt ?? grant.revokedAt,
        })),
      ),
    };
  },
};

export const KEY_COMMANDS: Command[] = [list];
