import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { withEdits } from '../platform/edits.ts';
import { compareFields } from '../platform/read-back.ts';
import type { Credentials, Platform, Post } from '../platform.ts';
import { GREETING, HARBOUR_POST, intentFor, learningHooks, prepare, sendHooks, withRequired } from './contract-posts.ts';

/** A platform with a server that stores posts, and access to its data. */
export interface PlatformSetUp {
  platform: Platform;
  /** As a person enters them. */
  entered: Credentials;
  /** The result of `connect()`, shared by all tests if signing in is slow. */
  credentials: Credentials;
  /** Every post that the server stores for these credentials, in any order. */
  listTexts(): Promise<string[]>;
  /** Set where a link in the text is plain text. */
  hasLinks?: false;
}

/** What the service relies on for every network. Every platform must pass it. */
export function describePlatform(name: string, setUp: () => Promise<PlatformSetUp>): void {
  describe(`${name} keeps the platform contract`, () => {
    describeWords(setUp);
    describePublishing(setUp);
  });
}

function describeWords(setUp: () => Promise<PlatformSetUp>): void {
  it('gives the source and the date of every rule', async () => {
    const { platform } = await setUp();
    expect(platform.rules.some((rule) => rule.field === 'text')).toBe(true);
    for (const rule of platform.rules) {
      expect(rule.max).toBeGreaterThanOrEqual(0);
      expect(rule.source).not.toBe('');
      expect(rule.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('finds no fault with an ordinary post', async () => {
    const { platform } = await setUp();
    expect(platform.validate(ordinaryPost(platform))).toEqual([]);
  });

  it('builds the same canonical payload every time, without the moment of sending', async () => {
    const { platform } = await setUp();
    const payload = platform.build(HARBOUR_POST);
    expect(canonicalize(payload)).toBe(canonicalize(platform.build(structuredClone(HARBOUR_POST))));
    expect(JSON.parse(canonicalize(payload) ?? '')).toEqual(payload);
    expect(JSON.stringify(payload)).toContain('Hé 🌊 the harbour opens');
    expect(JSON.stringify(payload)).not.toContain('createdAt');
  });

  it('builds a writable payload even of text that is no Unicode, and refuses it', async () => {
    const { platform } = await setUp();
    const post = { ...HARBOUR_POST, text: 'half \ud83c a pair \0' };
    expect(canonicalize(platform.build(post))).toContain('half \ufffd a pair');
    expect(platform.validate(post).map((violation) => violation.code)).toContain('text_not_unicode');
  });

  it('names everything that is wrong at once, with count, limit, unit and place', async () => {
    const { platform } = await setUp();
    const [rule] = textRules(platform);
    const length = (rule?.max ?? 0) + 12;
    const violations = platform.validate({ text: 'é'.repeat(length), tags: [], thread: ['', ...Array(20).fill('more')], link: 'no link' });
    expect(violations.map((violation) => violation.code)).toEqual(
      expect.arrayContaining(['text_too_long', 'text_empty', 'thread_too_long', 'link_invalid']),
    );
    const tooLong = violations.find((violation) => violation.code === 'text_too_long' && violation.unit === rule?.unit);
    expect(tooLong).toMatchObject({ field: 'text', limit: rule?.max, span: { end: length } });
    expect(tooLong?.count).toBeGreaterThanOrEqual(length);
    for (const violation of violations) expect(violation.message && violation.remedy).toBeTruthy();
  });

  it('takes a text of exactly the limit', async () => {
    const { platform } = await setUp();
    const limit = Math.min(...textRules(platform).map(({ max }) => max));
    const paragraph = platform.rules.find(({ field }) => field === 'paragraph')?.max;
    const paragraphs = paragraph ? `${'a'.repeat(paragraph)}\n\n`.repeat(Math.ceil(limit / paragraph)) : 'a'.repeat(limit);
    const post = { title: 'A title', text: paragraphs.slice(0, limit), tags: [], thread: [], link: null };
    expect(platform.validate(withRequired(platform, post))).toEqual([]);
  });

  it('previews the text with spans that cut out just what is clickable', async () => {
    const { platform, hasLinks = true } = await setUp();
    const [part] = platform.preview(HARBOUR_POST).parts;
    expect(part?.text).toBe(GREETING);
    const clickable = part?.facets.map(({ start, end }) => GREETING.slice(start, end));
    expect(clickable?.includes('https://example.org/a')).toBe(hasLinks);
    expect(clickable?.filter((each) => !['https://example.org/a', '#tide'].includes(each))).toEqual([]);
    expect(textRules(platform)).toContainEqual(expect.objectContaining({ unit: part?.unit, max: part?.limit }));
  });
}

/** Without tags if the platform supports none. */
function ordinaryPost(platform: Platform): Post {
  return withRequired(platform, platform.tagsIn === 'none' ? { ...HARBOUR_POST, tags: [] } : HARBOUR_POST);
}

function textRules({ rules }: Platform) {
  return rules.filter(({ field, when }) => field === 'text' && when === undefined);
}

function describePublishing(setUp: () => Promise<PlatformSetUp>): void {
  it('says whose credentials they are, and keeps a form of them that it accepts again', async () => {
    const { platform, entered } = await setUp();
    const connected = await platform.connect(entered);
    expect(connected.handle).not.toBe('');
    expect(connected.externalId).not.toBe('');
    expect(JSON.parse(JSON.stringify(connected.credentials))).toEqual(connected.credentials);
  });

  it('asks for leave to send exactly once, before anything can be seen', async () => {
    const { platform, credentials, listTexts } = await setUp();
    const { payload, intent } = prepare(platform, 'asked before sending');
    const seenWhenAsked: string[][] = [];
    const outcome = await platform.publish(payload, credentials, intent, {
      ...sendHooks(),
      async onSending() {
        seenWhenAsked.push(await listTexts());
      },
    });
    expect(outcome).toMatchObject({ kind: 'published' });
    expect(seenWhenAsked).toHaveLength(1);
    expect(seenWhenAsked[0]).not.toContain('asked before sending');
    expect(await listTexts()).toContain('asked before sending');
  });

  it('sends nothing when leave is refused', async () => {
    const { platform, credentials, listTexts } = await setUp();
    const { payload, intent } = prepare(platform, 'the lease was lost');
    const hooks = { ...sendHooks(), onSending: () => Promise.reject(new Error('lease lost')) };
    await expect(platform.publish(payload, credentials, intent, hooks)).rejects.toThrow('lease lost');
    expect(await listTexts()).not.toContain('the lease was lost');
  });

  it('reports unavailable when it is stopped before sending', async () => {
    const { platform, credentials, listTexts } = await setUp();
    const { payload, intent } = prepare(platform, 'stopped before sending');
    const outcome = await platform.publish(payload, credentials, intent, { ...sendHooks(), signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'unavailable' });
    expect(await listTexts()).not.toContain('stopped before sending');
  });

  it('tells whether an intent became a post, with the same id and address', async () => {
    const { platform, credentials } = await setUp();
    const { payload, intent } = prepare(platform, 'looked for later');
    const before = await platform.find(payload, credentials, intent);
    expect(before.kind).toMatch(isSure(platform) ? /^absent$/ : /^(absent|unsure)$/);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const { providerId, url } = outcome;
    const after = await platform.find(payload, credentials, intent);
    if (!isSure(platform) && after.kind === 'unsure') return;
    expect(after).toEqual({ kind: 'found', providerId, url });
  });

  it.each([
    ['with other words', 'As a person changed it\n\nsince the backup', false],
    ['as a new job', 'As it was planned\n\nbefore the backup', true],
  ])('calls no post absent after a restore that went out %s since the backup, where it is looked for', async (_, text, isNewJob) => {
    const { platform, credentials } = await setUp();
    if (!platform.isFoundWithoutIntent) return;
    const { payload: planned, intent: restored } = prepare(platform, 'As it was planned\n\nbefore the backup');
    const { payload: changed } = prepare(platform, text);
    const owner = { id: restored.id, createdAt: new Date(restored.createdAt) };
    const newOwner = { id: `pub_${crypto.randomUUID()}`, createdAt: new Date(owner.createdAt.getTime() + 60_000) };
    const sentBy = isNewJob ? newOwner : owner;
    const sent = { ...restored, id: sentBy.id, keys: platform.allocate(changed, sentBy) };
    const outcome = await platform.publish(changed, credentials, sent, learningHooks(sent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const keys = platform.allocate(planned, owner);
    const finding = await platform.find(planned, credentials, { ...restored, keys, isMadeAnew: true, isRestored: true });
    if (finding.kind === 'absent') expect(finding.others).toContain(outcome.providerId);
    else expect(finding).toMatchObject(finding.kind === 'found' ? { providerId: outcome.providerId } : { kind: 'unsure' });
  });

  it('reads the published post back as it was signed, where its network shows posts', async () => {
    const { platform, credentials } = await setUp();
    const { readBack } = platform;
    if (!readBack) return;
    const payload = platform.build(ordinaryPost(platform));
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const found = await readBack(payload, credentials, intent, outcome, new AbortController().signal);
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    expect(found.signed.text).toContain('the harbour opens');
    expect(compareFields(found.signed, found.published)).toEqual([]);
  });

  it('gives a published post other words under the same id, as often as it is asked, where its network lets programs do that', async () => {
    const { platform, credentials, listTexts } = await setUp();
    const { edits, readBack } = platform;
    if (!edits) return;
    const was = prepare(platform, 'as it was');
    const outcome = await platform.publish(was.payload, credentials, was.intent, learningHooks(was.intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(edits.refuses(was.payload)).toBeNull();
    const { payload, intent } = prepare(platform, edits.keepsTitle ? 'as it was\n\nand is' : 'as it is');
    const before = await listTexts();
    const edit = () => edits.send(payload, credentials, intent, outcome, sendHooks());
    expect(await edit()).toEqual(outcome);
    expect(await edit()).toEqual(outcome);
    const after = await listTexts();
    expect(after).toHaveLength(before.length);
    // Where titles stay, this list is of titles.
    expect(after.filter((text) => !before.includes(text))).toEqual(edits.keepsTitle ? [] : [expect.stringContaining('as it is')]);
    const read = await readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
    if (read?.kind === 'found') expect(compareFields(read.signed, read.published)).toEqual([]);
    expect(await edits.send(payload, credentials, intent, outcome, { ...sendHooks(), signal: AbortSignal.abort() })).toMatchObject({
      kind: 'unavailable',
    });
    if (!platform.retract) return;
    await platform.retract(was.payload, credentials, was.intent, outcome, new AbortController().signal);
    expect(await edit()).toMatchObject({ kind: 'rejected' });
  });

  it.each([
    ['the address behind a word', { text: 'the [harbour](https://example.org/new) opens' }],
    ['a tag', { tags: ['ferry'] }],
  ])(
    'takes no edit of %s for done before it arrived, and none for lost after that, where its network lets programs do that',
    async (what, changes) => {
      const { platform: connector, credentials } = await setUp();
      const { edits } = connector;
      if (!edits || ('tags' in changes && connector.tagsIn === 'none')) return;
      const platform = withEdits(connector);
      const earlier = withRequired(platform, {
        ...{ title: `Opening, with ${what}`, text: 'the [harbour](https://example.org/old) opens', thread: [], link: null },
        tags: platform.tagsIn === 'none' ? [] : ['tide'],
      });
      const was = platform.build(earlier);
      const intent = intentFor(platform, was);
      const post = await platform.publish(was, credentials, intent, learningHooks(intent));
      if (post.kind !== 'published') throw new Error(JSON.stringify(post));
      const edited = { ...post, payloadHash: 'of the earlier words', title: platform.preview(earlier).title ?? null };
      const payload = platform.build({ ...earlier, ...changes, edits: edited });
      const looked = () => platform.find(payload, credentials, intentFor(platform, payload), was);
      expect((await looked()).kind).toMatch(/^(absent|unsure)$/);
      await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks());
      expect((await looked()).kind).toMatch(/^(found|unsure)$/);
    },
  );

  it('removes a published post, and says the same when it is asked again, where its network lets programs do that', async () => {
    const { platform, credentials, listTexts } = await setUp();
    const { retract } = platform;
    if (!retract) return;
    const { payload, intent } = prepare(platform, 'removed later');
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(await listTexts()).toContain('removed later');
    const remove = () => retract(payload, credentials, intent, outcome, new AbortController().signal);
    expect(await remove()).toEqual({ kind: 'removed' });
    expect(await listTexts()).not.toContain('removed later');
    expect(await remove()).toEqual({ kind: 'removed' });
  });

  it('makes one post of the same intent sent twice, where it says that it does', async () => {
    const { platform, credentials, listTexts } = await setUp();
    if (platform.duplicateClass !== 'idempotent') return;
    const { payload, intent } = prepare(platform, 'sent twice');
    const first = await platform.publish(payload, credentials, intent, sendHooks());
    const second = await platform.publish(payload, credentials, intent, sendHooks());
    expect(second).toEqual(first);
    expect((await listTexts()).filter((text) => text === 'sent twice')).toHaveLength(1);
  });
}

/** Whether `find()` must be reliable. */
function isSure({ duplicateClass }: Platform): boolean {
  return duplicateClass === 'idempotent' || duplicateClass === 'askable';
}
