import type { Context } from '../../context.ts';
import type { Event } from '../../events/event.entity.ts';
import { say } from '../../languages/sentence.ts';
import type { Telling } from './telling.ts';

interface Row {
  id: string;
  account_id: string;
  name: string;
  members: { user_id: string; name: string }[];
}

/** Notifies the other members that a workspace was archived or restored. */
export async function tellOfWorkspaces(tx: Context, events: readonly Event[]): Promise<Telling[]> {
  if (events.length === 0) return [];
  const rows = await tx.em.execute<Row[]>(
    `select w.id, w.account_id, w.name, (select coalesce(json_agg(json_build_object('user_id', m.user_id, 'name', u.name) order by m.user_id), '[]')
        from memberships m join users u on u.id = m.user_id where m.account_id = w.account_id) as members
       from workspaces w where w.id in (?)`,
    [[...new Set(events.map(({ subjectId }) => subjectId))]],
  );
  return events.flatMap(({ type, subjectId, actorId }) => {
    const row = rows.find(({ id }) => id === subjectId);
    if (!row) return [];
    const { account_id: accountId, id: workspaceId, name, members } = row;
    const by = members.find(({ user_id: id }) => id === actorId)?.name ?? say`An owner`;
    const told =
      type === 'workspace.archived'
        ? ({
            kind: 'workspace_archived',
            message: say`${by} archived ${name}: it is read-only and publishes nothing.`,
          } as const)
        : ({
            kind: 'workspace_restored',
            message: say`${by} restored ${name}. Nothing is published there until an owner resumes it.`,
          } as const);
    const others = members.filter(({ user_id: id }) => id !== actorId);
    return others.map(({ user_id: userId }): Telling => ({ accountId, workspaceId, userId, subjectId: null, ...told }));
  });
}
