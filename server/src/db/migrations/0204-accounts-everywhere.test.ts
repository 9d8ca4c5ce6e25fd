import { beforeAll, expect, it } from 'vitest';
import { IdempotencyKey } from '../../http/idempotency/idempotency-key.entity.ts';
import { ApprovalReminder } from '../../notices/approval-reminder.entity.ts';
import { ApprovalTurn, WeeklySummary } from '../../notices/reminder-rounds.entity.ts';
import { givenClient } from '../../testing/clients.ts';
import { createEngine, type Engine } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { installQueue } from '../../worker/install-queue.ts';
import { migrateDatabase } from '../migrate.ts';

const database = useTestDatabase();
let engine: Engine;
beforeAll(() => {
  engine = createEngine(database);
});

const PARENTS: Record<string, [column: string, parent: string][]> = {
  api_keys: [['grant_id', 'grants']],
  idempotency_keys: [['grant_id', 'grants']],
  approval_reminders: [['approval_id', 'approvals']],
  approval_turns: [['approval_id', 'approvals']],
  client_codes: [['link_id', 'client_links']],
  client_sessions: [['link_id', 'client_links']],
  client_link_tokens: [['link_id', 'client_links']],
  client_link_drafts: [
    ['link_id', 'client_links'],
    ['draft_id', 'drafts'],
  ],
  client_recalls: [
    ['link_id', 'client_links'],
    ['approval_id', 'approvals'],
  ],
};
const run = <Row extends object>(sql: string) => engine.services.orm.em.fork().execute<Row[]>(sql);

/** As the tables were before. */
async function takeBack(): Promise<void> {
  for (const [table, parents] of Object.entries(PARENTS)) {
    await run(`alter table ${table} drop column account_id cascade, drop column workspace_id cascade`);
    await run(`drop trigger if exists ${table}_belong on ${table}`);
    for (const [column, parent] of parents)
      await run(`alter table ${table} add constraint ${table}_${column}_foreign foreign key (${column}) references ${parent} (id)`);
  }
  for (const parent of ['grants', 'client_links']) {
    await run(`alter table ${parent} drop constraint ${parent}_workspace_id_id_account_id_unique`);
    await run(`create index ${parent}_workspace_id_id_index on ${parent} (workspace_id, id)`);
  }
  await run('drop trigger weekly_summaries_belong on weekly_summaries');
  await run('drop function fill_account');
  await run('alter table weekly_summaries drop column account_id cascade');
  await run(
    'alter table weekly_summaries add constraint weekly_summaries_workspace_id_foreign foreign key (workspace_id) references workspaces (id)',
  );
  await run('alter table workspaces drop constraint workspaces_account_id_id_unique cascade');
  await run('create index workspaces_account_id_id_index on workspaces (account_id, id)');
  await run(`delete from migrations where name like '0204-%'`);
}

async function givenRows() {
  const stage = await givenStage(engine.services);
  const { approval, draft } = await stage.submit();
  await givenClient(engine.services, stage.workspace, stage.owner, [draft.id]);
  const em = engine.services.orm.em.fork();
  const whose = { accountId: stage.accountId, workspaceId: stage.workspaceId };
  const [approvalId, grantId, now] = [approval?.id ?? '', stage.agent.grantId, engine.services.clock.now()];
  await em.insert(ApprovalReminder, { ...whose, approvalId, stage: 'waiting' });
  await em.insert(ApprovalTurn, { ...whose, approvalId, askedSince: now, turn: 1 });
  await em.insert(WeeklySummary, { ...whose, userId: stage.owner.userId, week: '2026-11-23' });
  await em.insert(IdempotencyKey, { ...whose, grantId, key: 'k', fingerprint: 'f', status: 200, body: '', createdAt: now });
  return { stage, approvalId, grantId };
}

it('what stood before it is told whose it is, and goes on', async () => {
  const mine = await givenRows();
  const others = await givenRows();
  await takeBack();
  await migrateDatabase(engine.services.orm, () => installQueue(database.url));
  const accounts = [mine, others].map(({ stage }) => stage.accountId).sort();
  for (const table of ['api_keys', 'idempotency_keys', 'approval_reminders', 'approval_turns', 'client_sessions', 'weekly_summaries'])
    expect(await run(`select distinct account_id as id from ${table} order by 1`), table).toEqual(accounts.map((id) => ({ id })));
  const [shown] = await run(`select account_id, workspace_id from client_link_drafts where account_id = '${mine.stage.accountId}'`);
  expect(shown).toEqual({ account_id: mine.stage.accountId, workspace_id: mine.stage.workspaceId });
  await mine.stage.submit({ sourceText: 'The market moves to the pier.' });
});

it('a link shows no draft of another workspace, and a key is of the account of its grant', async () => {
  const [mine, others] = [await givenRows(), await givenRows()];
  await expect(
    run(`update client_link_drafts set draft_id = (select id from drafts where account_id = '${others.stage.accountId}' limit 1)
          where account_id = '${mine.stage.accountId}'`),
  ).rejects.toThrow('client_link_drafts_draft_id_foreign');
  await expect(run(`update api_keys set account_id = '${others.stage.accountId}' where grant_id = '${mine.grantId}'`)).rejects.toThrow(
    'api_keys_grant_id_foreign',
  );
});

it('a process of the version before, which does not say whose a row is, goes on', async () => {
  const { stage, approvalId, grantId } = await givenRows();
  await run(`insert into approval_reminders (approval_id, stage) values ('${approvalId}', 'soon_out')`);
  await run(
    `insert into idempotency_keys (grant_id, key, fingerprint, status, body, created_at) values ('${grantId}', 'b', 'f', 200, '', now())`,
  );
  await run(
    `insert into weekly_summaries (user_id, workspace_id, week) values ('${stage.owner.userId}', '${stage.workspaceId}', '2026-11-30')`,
  );
  for (const table of ['approval_reminders', 'idempotency_keys', 'weekly_summaries'])
    expect(await run(`select distinct account_id from ${table} where workspace_id = '${stage.workspaceId}'`)).toEqual([
      { account_id: stage.accountId },
    ]);
});
