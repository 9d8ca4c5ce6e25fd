import { type Agent, type Answer, letAgentIn } from './agent.ts';
import { cli, type RunningServer, secretFile } from './server.ts';

/** The operator's browser: any HTTP client that sends the session's cookies. */
type Ask = <T>(query: string, variables: object) => Promise<T>;

export interface Amounts {
  agents: number;
  connections: number;
  waiting: number;
  published: number;
  scheduled: number;
  drafts: number;
}

/** What an agency with a few customers has after a year. */
export const A_YEAR: Amounts = { agents: 200, connections: 40, waiting: 60, published: 640, scheduled: 80, drafts: 70 };

const SUBJECTS = [
  'We are open again on Saturday from eight to six, with coffee on the house until ten.',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft: ein Wort, das niemand trennt.',
  '🎉🎉 The pier is repaired! 🛟⚓️ 👩‍👩‍👧‍👦 Families first, from two to five on Sunday. 🏳️‍🌈',
  'مرحبًا بكم في المقهى الجديد عند الميناء، نفتح كل يوم من الثامنة صباحًا حتى السادسة مساءً (2026).',
  'Leek and potato soup, bread from the bakery next door, 6 € until it is gone: https://harbour.example.org/menu/of/the/week?from=2026-11-30&with=everything',
  'Le café-concert reprend vendredi : entrée libre, réservation conseillée au 1er étage !',
  'Short.',
  'שבת שלום! The lighthouse is open on Sunday (שעות: 14:00–17:00), bring your own lamp.',
  'Release 2.4.0: uploads resume after a lost connection, the calendar opens on this week, and the export includes each picture in its original size; see the notes for everything that changed and for the three settings that were renamed.',
  '新しいメニューが始まりました。港のカフェは毎日八時から六時まで開いています。',
];
const NAMES = [
  'Newsroom',
  'Café Lumière Redaktion',
  'Social-Media-Planungsassistenz Hafenbetriebe',
  'وكيل الأخبار',
  'Events 🎪',
  'Recipes',
];
const BATCH = 50;

/** Fills a new site with real amounts of everything: posts in each state, agents, accounts, workspaces and names of every kind. */
export async function fillWithRealAmounts(
  site: { server: RunningServer; workspaceId: string; accountId: string },
  ask: Ask,
  amounts: Amounts = A_YEAR,
): Promise<Agent> {
  const { workspaceId, accountId } = site;
  const { dataDir } = site.server;
  const connect = async (handle: string, more: object = {}) => {
    const file = await secretFile(dataDir, 'many.json', JSON.stringify(more));
    const to = ['--workspace', workspaceId, '--platform', 'sandbox', '--credentials-file', file, '--handle', handle];
    await cli(dataDir, 'connection', 'add', ...to);
  };
  const make = async (count: number, more: (place: number) => object): Promise<Answer[]> => {
    const made: Answer[] = [];
    for (let start = 0; start < count; start += BATCH) {
      const drafts = Array.from({ length: Math.min(BATCH, count - start) }, (_, place) => ({
        source_text: `${SUBJECTS[(start + place) % SUBJECTS.length]} #${made.length + place + 1}`,
        platforms: ['sandbox'],
        publish_mode: 'approval_queue',
        ...more(start + place),
      }));
      made.push(...(await agent.call('POST', '/v1/drafts/batch', { workspace_id: workspaceId, drafts })).drafts);
    }
    const refused = made.find(({ problem }) => problem);
    if (refused) throw new Error(JSON.stringify(refused));
    return made.map(({ draft }) => draft);
  };
  const decide = (drafts: Answer[], decision: string, comment?: string) => decideAll(ask, workspaceId, drafts, { decision, comment });

  await cli(dataDir, 'credits', 'add', '--account', accountId, '--product', 'api_publication_pack', '--quantity', '14');
  await connect('harbour');
  const agent = await letAgentIn(site.server, workspaceId, NAMES[0]);
  for (let count = 1; count < amounts.agents; count += 1) {
    await letAgentIn(site.server, workspaceId, `${NAMES[count % NAMES.length]} ${count}`);
  }
  await decide(await make(amounts.published, () => ({})), 'APPROVED');
  const day = (place: number) => new Date(Date.now() + (2 + place * 9) * 3_600_000).toISOString();
  await decide(await make(amounts.scheduled, (place) => ({ scheduled_at: day(place) })), 'APPROVED');
  await decide(await make(40, () => ({})), 'REJECTED', 'Not in our voice: we never shout.');
  await decide(await make(40, () => ({})), 'CHANGES_REQUESTED', 'Please name the street, and the hour in 24 h.');
  await decide(await make(20, () => ({ platforms: ['sandbox', 'bluesky', 'linkedin'] })), 'APPROVED');
  await make(amounts.drafts, () => ({ publish_mode: 'draft_only' }));
  await connect('pier', { failure: 'reject' });
  await decide(await make(20, () => ({})), 'APPROVED');
  await connect('lighthouse_with_a_very_long_name_that_nobody_shortened.example.org', { failure: 'mute_after_acting' });
  await decide(await make(5, () => ({})), 'APPROVED');
  const networks = ['sandbox', 'bluesky', 'mastodon', 'linkedin', 'x', 'threads', 'instagram'];
  await make(amounts.waiting, (place) => ({ platforms: networks.slice(0, 1 + (place % networks.length)) }));
  for (let count = 3; count < amounts.connections; count += 1)
    await connect(`${['café', 'مقهى', 'harbour', 'museum'][count % 4]}-${count}`);
  for (const name of ['Hafenbetriebsgesellschaft Nord-Ostsee, Abteilung Öffentlichkeitsarbeit', 'مقهى الميناء']) {
    const input = { accountId, name };
    await ask('mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { id } }', { input });
  }
  return agent;
}

/** Decides on the posts of submitted drafts, a page at a time. */
async function decideAll(
  ask: Ask,
  workspaceId: string,
  drafts: Answer[],
  how: { decision: string; comment: string | undefined },
): Promise<void> {
  for (let start = 0; start < drafts.length; start += BATCH) {
    const decisions = drafts.slice(start, start + BATCH).map(({ approval, content_hash: contentHash }) => ({
      approvalId: approval.approval_id,
      contentHash,
      ...how,
    }));
    const { decideApprovals } = await ask<{ decideApprovals: { refusal: { message: string } | null }[] }>(
      'mutation ($input: DecideApprovalsInput!) { decideApprovals(input: $input) { refusal { message } } }',
      { input: { workspaceId, decisions } },
    );
    const refused = decideApprovals.find(({ refusal }) => refusal);
    if (refused) throw new Error(refused.refusal?.message);
  }
}
