import { wrap } from '@mikro-orm/postgresql';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeMember } from '../access/members/change-members.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { newId } from '../new-id.ts';
import { actAs } from '../testing/actors.ts';
import { givenAudit } from '../testing/audit.ts';
import { givenDraft } from '../testing/content.ts';
import { givenUser } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { PASSWORD, REAUTHENTICATE } from '../testing/people.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock } from '../testing/test-services.ts';

const database = useTestDatabase();
const clock = createFixedClock();
const graphql = useGraphql(database, { clock });
let stage: Stage;

/** More than a page of drafts and of audit entries. */
beforeAll(async () => {
  stage = await givenStage(graphql.services);
  const draft = wrap(await givenDraft(graphql.services, stage.owner, stage.workspace)).toPOJO();
  const copies = Array.from({ length: 101 }, () => ({ ...draft, id: newId('drf') }));
  await graphql.services.orm.em.fork().insertMany(Draft, copies);
  await givenAudit(graphql.services, stage.accountId, 101);
});

interface Reader {
  userId: string;
  headers: Record<string, string>;
}

const signOut = async ({ headers }: Reader) => {
  expect((await graphql.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers })).statusCode).toBe(204);
};
const remove = ({ userId }: Reader) =>
  actAs(graphql.services, stage.owner, (ctx) => removeMember(ctx, { accountId: stage.accountId, userId }));
/** Renews the session's token; the previous one expires. */
const confirm = async ({ headers }: Reader) => {
  expect((await graphql.ask(headers, REAUTHENTICATE, { input: { password: PASSWORD } })).errors).toEqual([]);
  clock.advance(10_000);
};

/** The address of each export, and a table that it reads on its first page, or between its first and its last one. */
const EXPORTS = [
  ['/api/export?list=drafts', 'drafts'],
  ['/api/audit/export?format=csv', 'audit_links'],
  ['/api/account/export?', 'captions'],
] as const;

describe.each(EXPORTS)('%s', (url, table) => {
  it.each([
    ['reads no further page once the reader has signed out', signOut, 'cut off'],
    ['reads no further page once the reader has been removed', remove, 'cut off'],
    ['continues once the reader has confirmed their identity', confirm, 'complete'],
  ])('%s', async (_, act, expected) => {
    const person = await givenUser(graphql.services, stage.accountId, { role: 'owner', password: PASSWORD });
    const reader = { userId: person.userId, headers: graphql.browserOf(person) };
    const em = database.orm.em.fork();
    const download = () => graphql.app.inject({ url: `${url}&workspace_id=${stage.workspaceId}`, headers: reader.headers });
    expect((await download()).statusCode).toBe(200);
    await em.begin();
    await em.execute(`lock table ${table} in access exclusive mode`);
    const outcome = download().then(
      () => 'complete',
      () => 'cut off',
    );
    const waiting = `select count(*)::int as count from pg_locks where relation = '${table}'::regclass and not granted`;
    await expect.poll(() => em.execute(waiting)).toEqual([{ count: 1 }]);
    await act(reader);
    await em.commit();
    expect(await outcome).toBe(expected);
  });
});
