import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DraftTemplate } from '../drafts/draft-template.entity.ts';
import { ERRORS } from '../errors.ts';
import { newId } from '../new-id.ts';
import { givenAgent } from '../testing/factories.ts';
import { givenStanding } from '../testing/matrix/standing.ts';
import type { Home } from '../testing/matrix/subject-parts.ts';
import { useOauth } from '../testing/oauth.ts';
import { HOSTS, type ToolResult } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { TOOLS } from './tools.ts';

const database = useTestDatabase();
const web = useOauth(database);
let stage: Stage;
let agentId: string;
let client: Awaited<ReturnType<(typeof HOSTS)['revision 2026-07-28']>>;

beforeAll(async () => {
  stage = await givenStage(web.services);
  const { authorization, agent } = await givenAgent(web.services, stage.workspace);
  agentId = agent.id;
  client = await HOSTS['revision 2026-07-28'](web.url, { authorization });
});
afterAll(() => client?.close());

const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolResult> => {
  const result = (await client.callTool({ name, arguments: args })) as ToolResult;
  expect({ name, refused: result.isError ? result.content[0]?.text : null }).toEqual({ name, refused: null });
  return result;
};
const LONG = 'The harbour festival opens on Friday at six. '.repeat(200).trim();
/** 25 templates, standing approvals and threads of comments, each with long texts. */
async function fillLists(): Promise<{ draft_id: string; thread_id: string }> {
  const { services } = web;
  const { workspace, owner } = stage;
  const em = services.orm.em.fork();
  const now = services.clock.now();
  const { draft_id } = idsOf(await createDraft(50));
  const words = [{ platform: 'sandbox', text: LONG, tags: [], thread: [], settings: {} }];
  let thread_id = '';
  for (let number = 10; number < 35; number += 1) {
    em.create(DraftTemplate, {
      ...{ id: newId('tpl'), accountId: workspace.accountId, workspaceId: workspace.id, name: `Template ${number}`, sourceText: LONG },
      ...{ platforms: ['sandbox'], labels: [], words, createdAt: now, updatedAt: now },
    });
    const template = [
      { platform: 'sandbox', connectionId: newId('con'), texts: { text: [LONG, { kind: 'time' as const }] }, rest: { number } },
    ];
    await givenStanding(services, { workspace, agent: { agentId }, owner } as Home, 'active', template);
    const { structuredContent: thread } = await call('comment_on_draft', { draft_id, text: LONG.slice(0, 4_000).trim() });
    thread_id = String(thread.thread_id);
  }
  for (const text of ['Third.', 'Second.', 'Last.']) await call('comment_on_draft', { draft_id, thread_id, text });
  await em.flush();
  return { draft_id, thread_id };
}
let filled: ReturnType<typeof fillLists> | undefined;
const givenLongLists = () => {
  filled ??= fillLists();
  return filled;
};
const listTools = async () => (await client.listTools()).tools;
const TEXT = 'The harbour festival opens on Friday at six, with music on the pier and a parade of boats. Come early: the pier is small.';
const createDraft = (number = 0) =>
  call('create_draft', { source_text: `${number}. ${TEXT}`, platforms: ['sandbox', 'x'], publish_mode: 'approval_queue' });
const idsOf = ({ structuredContent }: ToolResult) => {
  const { draft_id, publish_job } = structuredContent as { draft_id: string; publish_job: { job_id: string } };
  return { draft_id, job_id: publish_job.job_id };
};

/** What only callers of REST know: its paths, headers and methods; addresses of other services are not meant. */
const REST = /(?<!https:\S*)\/v1\/|_links|If-Match|Idempotency-Key|Retry-After|\b(?:GET|POST|PATCH|DELETE) |\bheader\b/;

/** ai.google.dev/api/caching, FunctionDeclaration, whose schemas have no pattern for names (github.com/zendev-sh/goai/pull/108), and platform.openai.com/docs/guides/function-calling. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/**
 * OpenAI's limits of one schema, developers.openai.com/api/docs/guides/structured-outputs#supported-schemas: the root is an object without a
 * union, objects are closed, and sizes are counted over the whole schema. That of descriptions is what the API refuses with
 * `string_above_max_length` (github.com/getsentry/sentry-mcp/issues/106), that of tools with `array_above_max_length`
 * (github.com/zed-industries/zed/issues/32946).
 */
const OPENAI = {
  depth: 10,
  properties: 5_000,
  /** Of all enums together. */
  values: 1_000,
  /** Of the names of properties and definitions, and of the values of enums and constants. */
  characters: 120_000,
  /** Of the texts of one enum that has more than 250. */
  longEnum: { values: 250, characters: 15_000 },
  description: 1_024,
  tools: 128,
};
const UNIONS = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'];
const UNKNOWN = [
  'allOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'propertyNames',
  'patternProperties',
];

type Schema = Record<string, unknown>;

/** A schema and all within it, with its place and depth. */
function schemasIn(schema: Schema, path = '', depth = 0): { path: string; schema: Schema; depth: number }[] {
  const within = (key: string) => Object.entries((schema[key] ?? {}) as Record<string, Schema>);
  const parts: [string, Schema][] = [
    ...within('properties'),
    ...within('$defs'),
    ...within('anyOf'),
    ...(schema.items ? [['items', schema.items as Schema] as [string, Schema]] : []),
  ];
  return [{ path, schema, depth }, ...parts.flatMap(([name, part]) => schemasIn(part, `${path}/${name}`, depth + 1))];
}

/** What OpenAI counts over a whole schema and refuses beyond its limits. */
function sizeFaults(schema: Schema): string[] {
  const parts = schemasIn(schema).map((part) => part.schema);
  const enums = parts.flatMap((part) => (Array.isArray(part.enum) ? [part.enum.map(String)] : []));
  const names = parts.flatMap((part) => Object.keys({ ...(part.properties as Schema), ...(part.$defs as Schema) }));
  const constants = parts.flatMap((part) => ('const' in part ? [String(part.const)] : []));
  const lengthOf = (texts: string[]) => texts.join('').length;
  return [
    ...(parts.flatMap((part) => Object.keys(part.properties ?? {})).length > OPENAI.properties ? ['too many properties'] : []),
    ...(enums.flat().length > OPENAI.values ? ['too many values'] : []),
    ...(lengthOf([...names, ...constants, ...enums.flat()]) > OPENAI.characters ? ['too many characters'] : []),
    ...(enums.some((texts) => texts.length > OPENAI.longEnum.values && lengthOf(texts) > OPENAI.longEnum.characters)
      ? ['a long enum']
      : []),
  ];
}

describe('the list of tools', () => {
  it('takes at most 45 kB and 10,000 tokens of a context', async () => {
    const text = JSON.stringify({ tools: await listTools() });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(45_000);
    expect(countTokens(text)).toBeLessThanOrEqual(10_000);
  });

  it('has schemas that any validator compiles, without custom formats', async () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    addFormats.default(ajv);
    for (const { name, inputSchema } of await listTools()) expect(() => ajv.compile(inputSchema), name).not.toThrow();
  });

  it('has schemas that OpenAI and Gemini take', async () => {
    const tools = await listTools();
    expect(tools.length).toBeLessThanOrEqual(OPENAI.tools);
    const faults = tools.flatMap(({ name, description = '', inputSchema }) => [
      ...(NAME.test(name) ? [] : [`${name}: its name`]),
      ...(description.length > OPENAI.description ? [`${name}: its description`] : []),
      ...sizeFaults(inputSchema).map((fault) => `${name}: ${fault}`),
      ...(UNIONS.some((keyword) => keyword in inputSchema) ? [`${name}: a union at the root`] : []),
      ...schemasIn(inputSchema).flatMap(({ path, schema, depth }) => [
        ...UNKNOWN.filter((keyword) => keyword in schema).map((keyword) => `${name}${path}: ${keyword}`),
        ...('properties' in schema && schema.additionalProperties !== false ? [`${name}${path}: open`] : []),
        ...(depth > OPENAI.depth ? [`${name}${path}: too deep`] : []),
      ]),
    ]);
    expect(faults).toEqual([]);
  });

  it('takes null for what may be left out, for a host that validates strictly', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const refusing = (await listTools()).flatMap(({ name, inputSchema: { $defs, ...input } }) =>
      schemasIn(input).flatMap(({ path, schema }) =>
        Object.entries((schema.properties ?? {}) as Record<string, object>)
          .filter(([property]) => !(schema.required as string[] | undefined)?.includes(property))
          .filter(([, optional]) => !ajv.validate({ ...optional, $defs }, null))
          .map(([property]) => `${name}${path}/${property}`),
      ),
    );
    expect(refusing).toEqual([]);
  });

  it('lists the platforms wherever an argument is a platform', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const tools = new Map((await listTools()).map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));
    const fits = (name: string, args: object) => tools.get(name)?.(args);
    expect(fits('create_draft', { source_text: TEXT, platforms: ['sandbox', 'x'] })).toBe(true);
    expect(fits('create_draft', { source_text: TEXT, platforms: ['myspace'] })).toBe(false);
    expect(fits('create_drafts', { drafts: [{ source_text: TEXT, platforms: ['myspace'] }] })).toBe(false);
    expect(fits('write_captions', { draft_id: 'drf_1', captions: [{ platform: 'myspace', text: TEXT }] })).toBe(false);
    expect(fits('list_drafts', { platform: 'myspace' })).toBe(false);
  });

  it('annotates the tools that only read, and those that reach beyond the service', async () => {
    const tools = new Map((await listTools()).map(({ name, annotations = {} }) => [name, annotations]));
    const those = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
      [...tools].filter(([, hints]) => hints[hint]).map(([name]) => name);
    const changing = [...tools].filter(([, { readOnlyHint }]) => !readOnlyHint).map(([name]) => name);
    expect(changing.sort()).toEqual(
      [
        ['add_image_from_url', 'archive_draft', 'cancel_publish_job', 'change_draft', 'comment_on_draft', 'create_draft', 'create_drafts'],
        ['describe_image', 'prepare_payloads', 'queue_publish_job', 'remove_image', 'request_edit', 'request_retraction'],
        ['retry_publish_job', 'submit_draft', 'write_captions'],
      ].flat(),
    );
    expect(those('destructiveHint').sort()).toEqual([
      'archive_draft',
      'cancel_publish_job',
      'change_draft',
      'remove_image',
      'write_captions',
    ]);
    expect(those('openWorldHint').sort()).toEqual(
      [
        ['add_image_from_url', 'change_draft', 'create_draft', 'create_drafts', 'generate_words', 'prepare_payloads', 'queue_publish_job'],
        ['request_edit', 'request_retraction', 'retry_publish_job', 'submit_draft', 'write_captions'],
      ].flat(),
    );
  });

  it('mentions tools and arguments, never REST', async () => {
    for (const tool of await listTools()) expect(JSON.stringify(tool)).not.toMatch(REST);
  });
});

describe('a response', () => {
  it('summarizes the result in its first text, in terms of tools', async () => {
    const { draft_id, job_id } = idsOf(await createDraft());
    const { structuredContent: draft } = await call('get_draft', { draft_id });
    const approval_id = (draft.approval as { approval_id: string }).approval_id;
    const { structuredContent: written } = await call('write_captions', { draft_id });
    const caption_set_id = String(written.caption_set_id);
    const { structuredContent: image } = await call('list_images');
    expect(image).toEqual({ media: [], next_cursor: null });
    const calls: [string, Record<string, unknown>, RegExp][] = [
      ['get_me', {}, /^You are .+ in the workspace .+ with the scopes .+\. The key ends on \d{4}-\d\d-\d\d\.$/],
      ['list_platforms', {}, /^\d+ platforms: .*\bx\b/],
      ['list_platforms', { platform: 'x' }, /^\d+ platforms: /],
      ['list_connections', {}, /^1 connected account: harbour on sandbox \(healthy\)\.$/],
      ['get_usage', {}, /^Credits: \d+ publication and \d+ autoposting left, \d+ reserved\.$/],
      [
        'get_draft',
        { draft_id },
        new RegExp(
          `^${draft_id} is in review, at revision \\d+, with the publish job ${job_id}\\.[^]*\\nTo learn the decision, call wait_for_decision with job_id ${job_id}\\.\\nNext you can call write_captions, change_draft, archive_draft\\.$`,
        ),
      ],
      ['list_drafts', {}, /^1 draft: 1 in review\.$/],
      ['get_publish_job', { job_id }, new RegExp(`^${job_id} is blocked\\.[^]*Next you can call cancel_publish_job\\.$`)],
      ['wait_for_decision', { job_id, wait: 0 }, new RegExp(`^The approval is pending\\. ${job_id} is blocked\\.`)],
      ['list_publish_jobs', {}, /^1 publish job: 1 blocked\.$/],
      ['get_approval', { approval_id }, new RegExp(`^${approval_id} is pending\\.`)],
      ['precheck_publishing', { draft_id }, new RegExp(`^${draft_id} cannot be published yet\\. .*It costs \\d+ publication credits?\\.`)],
      ['check_words', { text: 'Hello.', platforms: ['x'] }, /^The captions fit x\.$/],
      ['check_words', { text: 'Hello. '.repeat(90), platforms: ['x'] }, /^The captions do not fit\. x: /],
      ['generate_words', { source_text: 'Hello.', platforms: ['x'] }, /^Captions for x \(6 of 280\)\.$/],
      ['write_captions', { draft_id }, new RegExp(`^${draft_id} is in review\\. Captions for sandbox \\(\\d+ of 500\\), x`)],
      ['get_captions', { caption_set_id }, new RegExp(`^${caption_set_id}, the current captions of ${draft_id}, for sandbox, x\\.$`)],
      ['prepare_payloads', { draft_id }, new RegExp(`^2 of 2 posts of ${draft_id} fit their platforms\\.`)],
      ['comment_on_draft', { draft_id, text: 'From the festival’s page.' }, new RegExp(`^The comment on ${draft_id} was added to cmt_`)],
      ['list_comments', { draft_id }, /^1 thread of comments: 1 open\.$/],
      ['list_events', {}, /^\d+ events: .+\. Continue with after: \d+\.$/],
      ['list_templates', {}, /^No templates\.$/],
      ['list_standing_approvals', {}, /^No standing approvals\.$/],
      ['get_evidence', { job_id }, new RegExp(`^The signed record of ${job_id}, which is blocked, with 2 posts\\.$`)],
      [
        'create_drafts',
        { drafts: [{ source_text: TEXT, platforms: ['nowhere'] }] },
        /^0 created, 0 already existed, 1 refused\. Entry 0: /,
      ],
      ['change_draft', { draft_id, revision: 2, source_text: `${TEXT} Free entry.` }, new RegExp(`^${draft_id} is in review, at revision`)],
      ['cancel_publish_job', { job_id }, new RegExp(`^${job_id} is cancelled\\.`)],
      ['submit_draft', { draft_id }, new RegExp(`^${draft_id} is in review, at revision`)],
      ['archive_draft', { draft_id }, new RegExp(`^${draft_id} is archived, at revision`)],
    ];
    for (const [name, args, result] of calls) {
      const { content, structuredContent } = await call(name, args);
      expect({ name, text: content[0]?.text }).toEqual({ name, text: expect.stringMatching(result) });
      expect(
        content.filter(({ type }) => type === 'text'),
        name,
      ).toHaveLength(1);
      if (name !== 'get_evidence' && !args.platform) expect(JSON.stringify([content[0]?.text, structuredContent]), name).not.toMatch(REST);
    }
    const untried = Object.keys(TOOLS).filter((name) => !calls.some(([tried]) => tried === name));
    expect(untried.sort()).toEqual([
      'add_image_from_url',
      'create_draft',
      'describe_image',
      'list_images',
      'queue_publish_job',
      'remove_image',
      'request_edit',
      'request_retraction',
      'retry_publish_job',
    ]);
  });

  it('of a list is a summary: 25 drafts take fewer than 8,000 tokens, and so do the items of the other lists', async () => {
    for (let number = 0; number < 25; number += 1) await createDraft(number);
    const { draft_id } = await givenLongLists();
    const lists = ['list_drafts', 'list_publish_jobs', 'list_events', 'list_platforms', 'list_templates', 'list_standing_approvals'];
    for (const name of [...lists, 'list_comments']) {
      const answer = await call(name, name === 'list_comments' ? { draft_id } : {});
      const [list = []] = Object.values(answer.structuredContent).filter(Array.isArray);
      expect({ name, many: list.length >= 23 }).toEqual({ name, many: true });
      expect({ name, tokens: countTokens(JSON.stringify(answer)) < 8_000 }).toEqual({ name, tokens: true });
    }
  });

  it('of a list has one template, standing approval or thread in full, by its id', async () => {
    const { draft_id, thread_id } = await givenLongLists();
    const { structuredContent: listed } = await call('list_templates');
    const { template_id, excerpt } = (listed.templates as { template_id: string; excerpt: string }[])[0] ?? {};
    expect(excerpt?.length).toBeLessThan(100);
    const { structuredContent: one, content } = await call('list_templates', { template_id });
    expect(one.templates).toEqual([
      expect.objectContaining({ template_id, source_text: LONG, captions: [expect.objectContaining({ text: LONG })] }),
    ]);
    expect(content[0]?.text).toMatch(/^1 template: /);
    const { structuredContent: standing } = await call('list_standing_approvals');
    const { standing_approval_id } = (standing.standing_approvals as { standing_approval_id: string }[])[0] ?? {};
    const { structuredContent: whole } = await call('list_standing_approvals', { standing_approval_id });
    expect(whole.standing_approvals).toMatchObject([{ standing_approval_id, targets: [{ pieces: [{ text: LONG }, { slot: 'time' }] }] }]);
    const { structuredContent: brief } = await call('list_comments', { draft_id });
    expect(brief.threads).toContainEqual(
      expect.objectContaining({ thread_id, comments: Array(3).fill(expect.objectContaining({ comment_id: expect.any(String) })) }),
    );
    const { structuredContent: thread } = await call('list_comments', { draft_id, thread_id });
    expect(thread.threads).toMatchObject([
      { thread_id, comments: [{ text: LONG.slice(0, 4_000).trim() }, { text: 'Third.' }, { text: 'Second.' }, { text: 'Last.' }] },
    ]);
    const unknown = (await client.callTool({ name: 'list_templates', arguments: { template_id: newId('tpl') } })) as ToolResult;
    expect(unknown.structuredContent).toMatchObject({ code: 'not_found' });
  });

  it('contains only the requested fields and platform', async () => {
    const { draft_id } = idsOf(await createDraft(30));
    const { structuredContent: page } = await call('list_drafts', { limit: 1, fields: ['source_text', 'approval'] });
    expect(page.drafts).toEqual([{ draft_id, source_text: `30. ${TEXT}`, approval: expect.objectContaining({ state: 'pending' }) }]);
    const { structuredContent: draft } = await call('get_draft', { draft_id, fields: ['captions'], platform: 'x' });
    expect(draft).toEqual({ draft_id, captions: [expect.objectContaining({ platform: 'x' })] });
    const { structuredContent: platforms } = await call('list_platforms', { platform: 'x' });
    expect(platforms.platforms).toEqual([expect.objectContaining({ platform: 'x', rules: expect.any(Array) })]);
  });
});

it('accepts null for every optional argument', async () => {
  const { draft_id } = idsOf(await createDraft(40));
  const nothing = { workspace_id: null, approval_required: null, publish_mode: null, idempotency_key: null };
  await call('list_drafts', { workspace_id: null, state: null, cursor: null, limit: null, fields: null, platform: null });
  const { structuredContent: made } = await call('create_draft', {
    ...{ ...nothing, source_text: TEXT, platforms: ['sandbox'], link: null, wording: null, scheduled_at: null, connection_ids: null },
    ...{ media_ids: null, alt_texts: null, note_to_reviewer: null, external_id: null },
    captions: [{ platform: 'sandbox', text: 'We open on Friday.', title: null, tags: null, thread: null }],
  });
  expect(made).toMatchObject({ status: 'draft', link: null, captions: [{ text: 'We open on Friday.' }] });
  await call('precheck_publishing', { ...nothing, draft_id });
  await call('write_captions', { ...nothing, draft_id, platforms: null, tone: null, language: null, replace: null, captions: null });
  const refused = (await client.callTool({ name: 'change_draft', arguments: { draft_id, revision: null } })) as ToolResult;
  expect(refused.structuredContent.errors).toContainEqual({ pointer: '/revision', message: 'revision is required.' });
});

it('leaves what is null in a change as it is, and removes what clear names', async () => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const { structuredContent: made } = await call('create_draft', {
    ...{ source_text: TEXT, platforms: ['sandbox'], approval_required: true, publish_mode: 'draft_only' },
    ...{ link: 'https://example.org/', scheduled_at, note_to_reviewer: 'Please look.' },
  });
  const { draft_id } = made as { draft_id: string };
  const change = async (revision: number, more: object) =>
    (
      await call('change_draft', {
        draft_id,
        revision,
        link: null,
        wording: null,
        scheduled_at: null,
        connection_ids: null,
        note_to_reviewer: null,
        ...more,
      })
    ).structuredContent;
  const changed = await change(Number(made.revision), { source_text: `${TEXT} At eight.`, clear: null });
  expect(changed).toMatchObject({
    link: 'https://example.org/',
    note_to_reviewer: 'Please look.',
    scheduled_at: expect.stringContaining('T'),
  });
  const cleared = await change(Number(changed.revision), { clear: ['link', 'scheduled_at'] });
  expect(cleared).toMatchObject({ link: null, scheduled_at: null, note_to_reviewer: 'Please look.' });
  const unknown = (await client.callTool({
    name: 'change_draft',
    arguments: { draft_id, revision: cleared.revision, clear: ['source_text'] },
  })) as ToolResult;
  expect(unknown.structuredContent.errors).toContainEqual(expect.objectContaining({ pointer: '/clear/0' }));
});

/** Refusals of HTTP itself, before a tool is called, and of headers that tools have arguments for. */
const OF_HTTP: ReadonlySet<string> = new Set(['method_not_allowed', 'precondition_required', 'unauthenticated']);

it.each(Object.entries(ERRORS).filter(([code]) => !OF_HTTP.has(code)))('words %s without headers or paths of REST', (_code, refusal) => {
  expect(`${refusal.message} ${refusal.remedy}`).not.toMatch(REST);
});
