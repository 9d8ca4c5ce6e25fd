import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { newId } from '../new-id.ts';
import { givenAudit, linksOf, type SealedLink } from '../testing/audit.ts';
import { rememberAudit, tamper } from '../testing/database/tamper.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { headMac } from './record-audit.ts';
import { sealAudit } from './seal-audit.ts';
import { type AuditFault, verifyAudit } from './verify-audit.ts';

const EDITS = 100;
const ENTRIES = 25;

const database = useTestDatabase();
let services: Services;
let accounts: (string | null)[];
let restore: () => Promise<void>;

beforeAll(async () => {
  services = createTestServices(database);
  accounts = [null, (await givenWorkspace(services)).accountId, (await givenWorkspace(services)).accountId];
  for (const accountId of accounts) await givenAudit(services, accountId, ENTRIES);
  await sealAudit(services);
  const putBack = await rememberAudit(database.orm);
  const kept = await services.checkpoint.read();
  restore = async () => {
    await putBack();
    await services.checkpoint.write(kept);
  };
});

type Edit = (links: SealedLink[], i: number, j: number) => Promise<Partial<AuditFault>>;

const edit = (...statements: [string, ...unknown[]][]) => tamper(database.orm, statements);
const at = (link: SealedLink, entryId: string | null = link.entryId): Partial<AuditFault> => ({ seq: link.seq, entryId });
const pick = (links: SealedLink[], i: number): SealedLink => links[i % links.length] as SealedLink;
/** Two different links, the earlier first. */
const pair = (links: SealedLink[], i: number, j: number): [SealedLink, SealedLink] => {
  const [a, b] = [i % links.length, j % links.length];
  const other = a === b ? (b + 1) % links.length : b;
  return [pick(links, Math.min(a, other)), pick(links, Math.max(a, other))];
};

const cutAfter = ({ accountId, seq }: Pick<SealedLink, 'accountId' | 'seq'>) =>
  edit(
    [
      `delete from audit_entries where coalesce(account_id, '') = ? and id not in (select entry_id from audit_links where account_id = ? and seq <= ?)`,
      accountId,
      accountId,
      seq,
    ],
    ['delete from audit_links where account_id = ? and seq > ?', accountId, seq],
  );

const changeOf =
  (assignment: string): Edit =>
  async (links, i) => {
    const link = pick(links, i);
    await edit([`update audit_entries set ${assignment} where id = ?`, link.entryId]);
    return at(link);
  };

const linkChangeOf =
  (assignment: string): Edit =>
  async (links, i) => {
    const link = pick(links, i);
    await edit([`update audit_links set ${assignment} where entry_id = ?`, link.entryId]);
    return at(link);
  };

/** A row that looks genuine, with the MAC of another entry. */
async function forge(accountId: string | null): Promise<string> {
  const id = newId('aud');
  await edit([
    `insert into audit_entries select ?, account_id, actor_kind, actor_id, action, subject_id, details, created_at, mac
     from audit_entries where account_id is not distinct from ? limit 1`,
    id,
    accountId,
  ]);
  return id;
}

const EDIT_KINDS: Record<string, Edit> = {
  'change a detail': changeOf(`details = details || '{"amount": 999}'`),
  'take a detail away': changeOf(`details = details - 'amount'`),
  'change the action': changeOf(`action = action || '.not'`),
  'change who did it': changeOf(`actor_kind = 'user', actor_id = 'usr_somebody'`),
  'change the time': changeOf(`created_at = created_at + interval '1 ms'`),
  'move to another account': changeOf(`account_id = 'acc_other'`),
  'change the MAC': changeOf(`mac = reverse(mac)`),
  'remove a row': async (links, i) => {
    const link = pick(links, i);
    await edit(['delete from audit_entries where id = ?', link.entryId]);
    return at(link);
  },
  'swap two rows': async (links, i, j) => {
    const [a, b] = pair(links, i, j);
    await edit(
      ['update audit_entries set id = ? where id = ?', 'aud_aside', a.entryId],
      ['update audit_entries set id = ? where id = ?', a.entryId, b.entryId],
      ['update audit_entries set id = ? where id = ?', b.entryId, 'aud_aside'],
    );
    return at(a);
  },
  'swap two links': async (links, i, j) => {
    const [a, b] = pair(links, i, j);
    await edit(
      ['update audit_links set seq = -1 where entry_id = ?', a.entryId],
      ['update audit_links set seq = ? where entry_id = ?', a.seq, b.entryId],
      ['update audit_links set seq = ? where entry_id = ?', b.seq, a.entryId],
    );
    return { seq: a.seq, entryId: b.entryId };
  },
  'insert a row': async (links) => ({ seq: null, entryId: await forge(pick(links, 0).accountId || null) }),
  'insert a row that gets sealed': async (links) => {
    const entryId = await forge(pick(links, 0).accountId || null);
    await sealAudit(services);
    return { seq: links.length + 1, entryId };
  },
  'edit a link': linkChangeOf(`hash = reverse(hash)`),
  'edit what a link goes back to': linkChangeOf(`prev_hash = 'f' || prev_hash`),
  'edit what a link is about': linkChangeOf(`entry_mac = reverse(entry_mac)`),
  'remove a link': async (links, i) => {
    const link = pick(links, i);
    await edit(['delete from audit_links where entry_id = ?', link.entryId]);
    await sealAudit(services);
    return at(link, null);
  },
  'remove a row and its link': async (links, i) => {
    const link = pick(links, i);
    await edit(['delete from audit_links where entry_id = ?', link.entryId], ['delete from audit_entries where id = ?', link.entryId]);
    return at(link, null);
  },
  'cut the end off and say that it ended there': async (links, i) => {
    const last = pick(links, i % (links.length - 1));
    await edit(
      [
        'delete from audit_entries where id in (select entry_id from audit_links where account_id = ? and seq > ?)',
        last.accountId,
        last.seq,
      ],
      ['delete from audit_links where account_id = ? and seq > ?', last.accountId, last.seq],
      ['update audit_heads set seq = ?, hash = ? where account_id = ?', last.seq, last.hash, last.accountId],
    );
    return at(last, null);
  },
  'cut the end off and put the record of then back': async (links, i) => {
    const last = pick(links, i % (links.length - 1));
    await cutAfter(last);
    const { accountId, seq, hash } = last;
    // With its valid MAC, as from an old copy of the database.
    const mac = headMac(services.sealer, { accountId, seq, hash });
    await edit(['update audit_heads set seq = ?, hash = ?, mac = ? where account_id = ?', seq, hash, mac, accountId]);
    return { seq: seq + 1, entryId: null };
  },
  'remove rows of the middle and their links': async (links, i, j) => {
    const [a, b] = pair(links, i, j);
    const between = [a.accountId, a.seq, b.seq];
    await edit(
      ['delete from audit_entries where id in (select entry_id from audit_links where account_id = ? and seq between ? and ?)', ...between],
      ['delete from audit_links where account_id = ? and seq between ? and ?', ...between],
    );
    return at(a, null);
  },
  'remove a whole log': async (links) => {
    const { accountId } = pick(links, 0);
    await cutAfter({ accountId, seq: 0 });
    await edit(['delete from audit_heads where account_id = ?', accountId]);
    // Later entries do not hide it.
    await givenAudit(services, accountId || null, 1);
    await sealAudit(services);
    return { seq: 1, entryId: null };
  },
};

it(`names the first bad row for ${EDITS} of ${EDITS} random edits`, async () => {
  const arbitrary = fc.record({ kind: fc.constantFrom(...Object.keys(EDIT_KINDS)), chain: fc.nat(2), i: fc.nat(1000), j: fc.nat(1000) });
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (const { kind, chain, i, j } of fc.sample(arbitrary, { numRuns: EDITS, seed: 20_261_121 })) {
    const accountId = accounts[chain] ?? null;
    const place = await EDIT_KINDS[kind]?.(await linksOf(services, accountId), i, j);
    const { isConsistent, firstBad } = await verifyAudit(contextFor(services), { accountId });
    expected.push({ kind, isConsistent: false, accountId, ...place });
    found.push({ kind, isConsistent, accountId: firstBad?.accountId, seq: firstBad?.seq, entryId: firstBad?.entryId });
    await restore();
  }
  const named = found.filter((place, index) => JSON.stringify(place) === JSON.stringify(expected[index])).length;
  console.info(`S5 audit log: the first bad row was named for ${named} of ${EDITS} random edits`);
  expect(found).toEqual(expected);
});

it('finds no fault in an unchanged log, as a whole and by account', async () => {
  expect(await verifyAudit(contextFor(services))).toEqual({
    isConsistent: true,
    sealed: 3 * ENTRIES,
    unsealed: 0,
    keptFrom: null,
    firstBad: null,
  });
  for (const accountId of accounts) {
    expect(await verifyAudit(contextFor(services), { accountId })).toMatchObject({ isConsistent: true, sealed: ENTRIES });
  }
});

it('cannot be repaired with access to the database but not to the key', async () => {
  const [, accountId = null] = accounts;
  const stranger = createTestServices(database, {
    sealer: { ...services.sealer, hash: (purpose, secret) => `${purpose}${secret.length}` },
  });
  await edit(['delete from audit_links where account_id = ?', accountId], ['delete from audit_heads where account_id = ?', accountId]);
  await sealAudit(stranger, { everything: true });
  expect((await verifyAudit(contextFor(services), { accountId })).firstBad).toMatchObject({ accountId, seq: 1 });
  await restore();
});
