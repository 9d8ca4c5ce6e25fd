import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../audit/audit.entities.ts';
import { signLines, verifyExport } from '../audit/export-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { createSealer } from '../sealing/sealer.ts';
import { createSealingKeys } from '../sealing/sealing-keys.ts';
import { actAs } from '../testing/actors.ts';
import { givenAudit } from '../testing/audit.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

async function arrange(entries: number, state: 'approved' | 'suspended' = 'approved') {
  const { accountId, workspaceId, workspace } = await givenWorkspace(graphql.services, { state });
  await givenAudit(graphql.services, accountId, entries);
  const signIn = async (role: 'owner' | 'approver' | 'viewer') => graphql.browserOf(await givenUser(graphql.services, accountId, { role }));
  const get = (headers: Record<string, string>, query: Record<string, string> = {}) =>
    graphql.app.inject({ url: '/api/audit/export', headers, query: { workspace_id: workspaceId, format: 'ndjson', ...query } });
  return { accountId, workspaceId, workspace, signIn, get, owner: await signIn('owner') };
}

describe('the audit log as a file', () => {
  it('holds every entry of the account and no other, oldest first, with its place in the chain', async () => {
    const { get, owner, accountId } = await arrange(230);
    await arrange(3);
    await sealAudit(graphql.services, { everything: true });
    const answer = await get(owner);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.ndjson"$/);
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ seal }) => seal === undefined);
    const rows = await graphql.services.orm.em.fork().find(AuditEntry, { accountId }, { orderBy: { id: 'asc' } });
    expect(lines.map(({ audit_id }) => audit_id)).toEqual(rows.map(({ id }) => id));
    expect(lines.map(({ chain }) => chain.seq).sort((a, b) => a - b)).toEqual(rows.map((_row, index) => index + 1));
  });

  it('requires an owner with a recently confirmed session', async () => {
    const { get, accountId } = await arrange(1);
    const stale = graphql.browserOf(await givenUser(graphql.services, accountId, { role: 'owner', isFresh: false }));
    expect((await get(stale)).json()).toMatchObject({ code: 'reauthentication_required' });
  });

  it('is signed: anyone with the public key detects every change, without the service', async () => {
    const { get, owner, accountId } = await arrange(5);
    await sealAudit(graphql.services, { everything: true });
    const file = (await get(owner)).body;
    const { publicKey } = graphql.services.sealer.signer;
    const judge = (text: string, keys: { x: string }[] | null = [publicKey]) => verifyExport(linesOf(text), keys);
    expect(await judge(file)).toEqual({ verdict: 'genuine', faults: [], keyId: publicKey.kid, accountId, entries: 5, keptFrom: null });
    // What the file says of its own key proves nothing.
    expect(await judge(file, null)).toMatchObject({ verdict: 'unproven' });

    const lines = file.trimEnd().split('\n');
    const changes = [
      lines.filter((_, index) => index !== 1),
      lines.slice(0, -1),
      [lines[1], lines[0], ...lines.slice(2)],
      lines.map((line, index) => (index === 2 ? line.replace('"system"', '"user"') : line)),
      lines.map((line) => line.replace('"entries":5', '"entries":4')),
      [...lines, lines[0]],
      // Another reader would find other members in these.
      lines.map((line) => line.replace('"seal":{', '"seal":{"account_id":"acc_other",')),
      lines.map((line) => line.replace('{"seal":', '{"seal":{},"seal":')),
      lines.map((line) => line.replace('{"seal":', '{"note":"Complete.","seal":')),
      lines.map((line) => line.replace('"kty":', '"owner":"The auditors","kty":')),
    ];
    for (const changed of changes) expect(await judge(`${changed.join('\n')}\n`)).toMatchObject({ verdict: 'tampered' });

    const forger = createSealer(randomBytes(32), createSealingKeys({ given: [] })).signer;
    const forged: string[] = [];
    const about = { service: 'https://x', account_id: accountId, filter: {}, exported_at: '' };
    for await (const text of signLines(linesOf(lines.slice(0, 3).join('\n')), forger, about))
      forged.push(text.endsWith('\n') ? text : `${text}\n`);
    expect(await judge(forged.join(''))).toMatchObject({ verdict: 'tampered' });
  });

  it('is a table whose cells no spreadsheet interprets as formulas', async () => {
    const { get, owner, accountId } = await arrange(0);
    for (const subjectId of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', ' \t=1', 'say "hi"']) {
      await actAs(graphql.services, { kind: 'system' }, (ctx) => recordAudit(ctx, { accountId, action: 'media.added', subjectId }));
    }
    const [head = '', ...lines] = (await get(owner, { format: 'csv' })).body.trimEnd().split('\r\n');
    expect(head).toBe('"audit_id","at","actor_kind","actor_id","action","subject_id","details","seq","prev_hash","hash","mac"');
    expect(lines.map((line) => line.split(',"media.added",')[1]?.split(',"{}"')[0])).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      `"'+1"`,
      `"'-1"`,
      `"'@SUM(A1)"`,
      `"' \t=1"`,
      '"say ""hi"""',
    ]);
  });

  it('can be filtered by actor, action, object and time', async () => {
    const { get, owner, accountId } = await arrange(4);
    await actAs(graphql.services, { kind: 'system' }, (ctx) =>
      recordAudit(ctx, { accountId, action: 'draft.created', subjectId: 'drf_1' }),
    );
    const count = async (query: Record<string, string>) => (await get(owner, query)).body.split('\n').length - 2;
    expect(await count({})).toBe(5);
    expect(await count({ action: 'draft' })).toBe(1);
    expect(await count({ action: 'credits.added' })).toBe(4);
    expect(await count({ subject_id: 'drf_1' })).toBe(1);
    expect(await count({ actor_id: 'usr_1' })).toBe(0);
    expect(await count({ to: new Date(Date.now() - 60_000).toISOString() })).toBe(0);
    expect(await count({ from: new Date(Date.now() - 60_000).toISOString() })).toBe(5);
  });

  it('is available only to owners, including those of a suspended account', async () => {
    const { get, signIn, owner } = await arrange(1, 'suspended');
    expect((await get(owner)).statusCode).toBe(200);
    expect((await get(await signIn('approver'))).json()).toMatchObject({ code: 'insufficient_role' });
    expect((await get(await signIn('viewer'))).json()).toMatchObject({ code: 'insufficient_role' });
    expect((await get((await arrange(0)).owner)).json()).toMatchObject({ code: 'not_found' });
    const ordinary = await arrange(0);
    const { authorization } = await givenAgent(graphql.services, ordinary.workspace);
    expect((await ordinary.get({ authorization })).json()).toMatchObject({ code: 'insufficient_role' });
    expect((await get({})).json()).toMatchObject({ code: 'unauthenticated' });
  });
});

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.replace(/\n$/, '').split('\n');
}
