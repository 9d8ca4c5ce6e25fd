import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../platforms/registry.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { testPlatforms } from '../testing/platforms.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const make = (captions: object[], platforms = ['sandbox']) =>
  api.send('POST', '/api/v1/drafts', {
    workspace_id: api.home.workspaceId,
    source_text: 'The pier opens on Friday.',
    publish_mode: 'approval_queue',
    ...{ platforms, captions },
  });
const read = async (id: string) => (await api.send('GET', `/api/v1/drafts/${id}`)).json();
const on = (platform: string, text: string) => ({ platform, text: 'The pier opens on Friday.', settings: { first_comment: text } });
const payloadOf = async (captions: object[], platforms?: string[]) => {
  const made = (await make(captions, platforms)).json();
  return { ...(await read(made.draft_id)).payloads[0], draftId: made.draft_id };
};

describe('the first comment of a post', () => {
  it('is part of what is signed and of its preview; without one the payload is as before', async () => {
    const without = await payloadOf([{ platform: 'sandbox', text: 'The pier opens on Friday.' }]);
    const withOne = await payloadOf([on('sandbox', 'Tickets: https://example.org/')]);
    expect(without.payload).toEqual({ text: 'The pier opens on Friday.' });
    expect(withOne.payload).toEqual({ text: 'The pier opens on Friday.', first_comment: { text: 'Tickets: https://example.org/' } });
    expect(withOne.payload_hash).not.toBe(without.payload_hash);
    expect(withOne.preview.settings).toEqual([{ name: 'first_comment', label: 'First comment', value: 'Tickets: https://example.org/' }]);
    const empty = await payloadOf([on('sandbox', ' ')]);
    expect(empty.payload_hash).toBe(without.payload_hash);
  });

  it('is a violation before approval if it exceeds the network’s limit for comments', async () => {
    const { violations } = await payloadOf([on('x', `${'a'.repeat(270)} https://example.org/`)], ['x']);
    expect(violations).toMatchObject([
      { code: 'first_comment_too_long', field: 'settings/first_comment', count: 294, limit: 280, unit: 'weighted' },
    ]);
  });

  it('is refused with the reason on networks without first comments', async () => {
    const refused = await make([on('discord', 'Hello.')], ['discord']);
    expect(expectProblem(refused, 'validation_failed').errors).toEqual([
      {
        pointer: '/captions/0/settings/first_comment',
        message: 'captions[0].settings.first_comment is not taken by Discord: comments on Discord are not supported yet.',
      },
    ]);
  });

  it('is read by the safety checks: links and secrets', async () => {
    const captions = [on('sandbox', 'Pay at https://раураl.com/ with the key ghp_16C7e42F292c6912E7710c838347Ae178B4a')];
    const { platforms } = (await api.send('POST', '/api/v1/validate', { captions })).json();
    const inComment = platforms[0].findings.filter(({ field }: { field: string }) => field === 'settings/first_comment');
    expect(inComment.map(({ check }: { check: string }) => check).toSorted()).toEqual([
      'hidden_characters',
      'leaked_credential',
      'lookalike_link',
    ]);
  });

  it('is declared by every network, with its limit or the reason why it is not supported', async () => {
    const { platforms } = (await api.send('GET', '/api/v1/platforms')).json();
    for (const { id, limits, noFirstComment } of NETWORKS) {
      const rules = limits.filter(({ field }) => field === 'first_comment');
      expect([id, rules.length > 0, noFirstComment !== undefined]).toEqual([id, noFirstComment === undefined, rules.length === 0]);
      const shown = platforms.find(({ platform }: { platform: string }) => platform === id);
      expect([id, shown.settings.some(({ name }: { name: string }) => name === 'first_comment')]).toEqual([id, rules.length > 0]);
    }
    const able = testPlatforms().filter(({ comments }) => comments);
    expect(able.map(({ id }) => id)).toEqual(NETWORKS.filter(({ noFirstComment }) => !noFirstComment).map(({ id }) => id));
  });

  it('is not allowed with media if the network does not return the id of the media’s message', () => {
    const slack = testPlatforms().find(({ id }) => id === 'slack');
    const post = { text: 'Open.', tags: [], thread: [], link: null, settings: { first_comment: 'Come.' } };
    expect(slack?.validate(post)).toEqual([]);
    const withPicture = slack?.validate({ ...post, media: [{ kind: 'image', bytes: 10 }] });
    expect(withPicture).toMatchObject([{ code: 'first_comment_not_taken' }]);
  });
});
