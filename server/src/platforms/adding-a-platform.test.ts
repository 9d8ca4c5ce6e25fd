import { expect, it } from 'vitest';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { givenLaunched, givenUser } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { testPorts } from '../testing/platforms.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { JsonObject } from './platform.ts';
import { createPlatforms, NETWORKS, REGISTRY, type RegisteredPlatform } from './registry.ts';
import { createNoticeBoardPlatform } from './testing/notice-board/notice-board-platform.ts';
import { noticeBoardRules } from './testing/notice-board/notice-board-rules.ts';

const board = new Map<string, JsonObject>();
/** Registering it takes this one entry in addition to its folder. */
const added = {
  notice_board: { rules: noticeBoardRules, create: (network) => createNoticeBoardPlatform(network, board) },
} satisfies Record<string, RegisteredPlatform>;
const platforms = createPlatforms(testPorts(), { ...REGISTRY, ...added });

const database = useTestDatabase();
const graphql = useGraphql(database, { platforms });
const TEXT = 'The harbour opens on Friday.';

it('a platform of one folder and one line goes the whole way: drafted, previewed at the desk, signed and posted', async () => {
  await givenLaunched(graphql.services);
  const stage = await givenStage(graphql.services, { sandbox: null });
  await stage.connect('notice_board', {});
  const { approval, job } = await stage.submit({ sourceText: TEXT, platforms: ['notice_board'] });

  const person = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
  const DESK = 'query ($id: ID!) { approval(id: $id) { payloads { isValid platform { id } preview { parts { text length } } } } }';
  const { data } = await graphql.ask(person, DESK, { id: approval?.id });
  expect(data).toEqual({
    approval: {
      payloads: [{ isValid: true, platform: { id: 'notice_board' }, preview: { parts: [{ text: TEXT, length: TEXT.length }] } }],
    },
  });

  await stage.approve(approval);
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  const signal = new AbortController().signal;
  expect(await workOnPublication(graphql.services, publication?.id ?? '', { signal })).toBe('published');
  expect([...board.values()]).toEqual([{ text: TEXT }]);
  expect(platforms.get('notice_board')?.quotas).toEqual(noticeBoardRules.quotas);
});

it('every platform is registered under its own id', () => {
  expect(Object.keys(REGISTRY)).toEqual(NETWORKS.map(({ id }) => id));
});
