import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBreaks, replaceDescription } from './emit-openapi.ts';

type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

const refusalOf = (...codes: string[]) => ({
  content: { 'application/problem+json': { examples: Object.fromEntries(codes.map((code) => [code, {}])) } },
});
const made = (draft: Json = { $ref: '#/components/schemas/Draft' }) => ({ ...json(draft), headers: { ETag: {} } });
const taken = refusalOf('already_exists', 'illegal_transition');

const DRAFT = {
  id: { type: 'string' },
  note: { type: 'string' },
  state: { type: 'string', enum: ['open', 'done'] },
  costs: { type: 'object', additionalProperties: { type: 'integer' } },
};

const TAKEN = object({ text: { type: 'string', maxLength: 100 }, tone: { type: 'string', enum: ['warm', 'dry'] } }, { required: ['text'] });

/** One operation that takes a draft and answers with one. */
function documentWith({ sent = {}, got = {}, more = {} }: { sent?: Json; got?: Json; more?: Json } = {}): Json {
  const body = { ...TAKEN, ...sent };
  return {
    paths: {
      '/drafts': {
        post: {
          operationId: 'createDraft',
          security: [{ oauth2: ['drafts:write'] }],
          parameters: [{ in: 'query', name: 'dry_run', schema: { type: 'boolean' } }],
          requestBody: json(body),
          responses: {
            201: made(),
            409: taken,
          },
          ...more,
        },
      },
    },
    webhooks: { 'draft.made': { post: { requestBody: json({ $ref: '#/components/schemas/Draft' }) } } },
    components: { schemas: { Draft: object({ ...DRAFT }, { required: ['id', 'note'], ...got }) } },
  };
}

const before = documentWith();
const properties = (changes: Json) => ({
  properties: { text: { type: 'string', maxLength: 100 }, tone: { type: 'string', enum: ['warm', 'dry'] }, ...changes },
});

it.each<[string, Json, string[]]>([
  ['nothing', documentWith(), []],
  ['a field more in what is sent', documentWith({ sent: properties({ link: { type: 'string' } }) }), []],
  ['a field more in what is got', documentWith({ got: { properties: { ...DRAFT, tone: { type: 'string' } } } }), []],
  ['room for longer texts', documentWith({ sent: properties({ text: { type: 'string', maxLength: 200 } }) }), []],
  ['another word', documentWith({ sent: properties({ tone: { type: 'string', enum: ['warm', 'dry', 'loud'] } }) }), []],
  [
    'other values of a map',
    documentWith({ got: { properties: { ...DRAFT, costs: { type: 'object', additionalProperties: { type: 'string' } } } } }),
    ['POST /drafts 201/costs/* was integer and is string', 'the event draft.made/costs/* was integer and is string'],
  ],
  ['an operation less', { ...before, paths: {} }, ['POST /drafts is gone']],
  ['another name of it', documentWith({ more: { operationId: 'makeDraft' } }), ['POST /drafts is no longer called createDraft']],
  ['another scope', documentWith({ more: { security: [{ oauth2: ['read'] }] } }), ['POST /drafts needs another scope']],
  ['a parameter less', documentWith({ more: { parameters: [] } }), ['POST /drafts no longer accepts query dry_run']],
  ['another answer', documentWith({ more: { responses: { 409: taken } } }), ['POST /drafts no longer responds with 201']],
  ['a field that is needed', documentWith({ sent: { required: ['text', 'tone'] } }), ['POST /drafts request needs tone']],
  [
    'a shorter text',
    documentWith({ sent: properties({ text: { type: 'string', maxLength: 50 } }) }),
    ['POST /drafts request/text takes less: maxLength 50'],
  ],
  [
    'a word less',
    documentWith({ sent: properties({ tone: { type: 'string', enum: ['warm'] } }) }),
    ['POST /drafts request/tone no longer accepts "dry"'],
  ],
  [
    'another type',
    documentWith({ sent: properties({ text: { type: 'integer' } }) }),
    ['POST /drafts request/text was string and is integer'],
  ],
  [
    'a field less in what is got',
    documentWith({ got: { properties: { id: DRAFT.id, state: DRAFT.state, costs: DRAFT.costs }, required: ['id'] } }),
    ['POST /drafts 201 no longer has note', 'the event draft.made no longer has note'],
  ],
  [
    'a field that may be missing',
    documentWith({ got: { required: ['id'] } }),
    ['POST /drafts 201 no longer always has note', 'the event draft.made no longer always has note'],
  ],
  [
    'a field that may be null',
    documentWith({ got: { properties: { ...DRAFT, note: { type: ['string', 'null'] } } } }),
    ['POST /drafts 201/note was string and is null or string', 'the event draft.made/note was string and is null or string'],
  ],
  ['a refusal more', documentWith({ more: { responses: { 201: made(), 409: taken, 422: refusalOf('validation_failed') } } }), []],
  ['a status less', documentWith({ more: { responses: { 201: made() } } }), ['POST /drafts no longer responds with 409']],
  [
    'a code less',
    documentWith({ more: { responses: { 201: made(), 409: refusalOf('already_exists') } } }),
    ['POST /drafts 409 no longer has code illegal_transition'],
  ],
  [
    'a header less',
    documentWith({ more: { responses: { 201: json({ $ref: '#/components/schemas/Draft' }), 409: taken } } }),
    ['POST /drafts 201 no longer has header ETag'],
  ],
  ['a body that is needed', documentWith({ more: { requestBody: { ...json(TAKEN), required: true } } }), ['POST /drafts needs a body']],
  [
    'nothing twice',
    documentWith({ sent: properties({ text: { type: 'string', maxLength: 100, uniqueItems: true } }) }),
    ['POST /drafts request/text wants another form: uniqueItems'],
  ],
  [
    'a word that never comes',
    documentWith({ got: { properties: { ...DRAFT, state: { type: 'string', enum: ['open'] } } } }),
    ['POST /drafts 201/state is no longer "done"', 'the event draft.made/state is no longer "done"'],
  ],
  [
    'any word in what is got',
    documentWith({ got: { properties: { ...DRAFT, state: { type: 'string' } } } }),
    ['POST /drafts 201/state may be any word', 'the event draft.made/state may be any word'],
  ],
  [
    'a form of what is got, where there was none',
    documentWith({
      more: {
        responses: { 201: made(object({ ...DRAFT, id: { type: 'string', format: 'uri' } }, { required: ['id', 'note'] })), 409: taken },
      },
    }),
    [],
  ],
  [
    'a choice where there was none',
    documentWith({ sent: properties({ text: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }) }),
    ['POST /drafts request/text has fewer alternatives'],
  ],
  [
    'a choice that has what there was',
    documentWith({ sent: properties({ text: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 100 }] } }) }),
    [],
  ],
  [
    'a choice in what is got',
    documentWith({ got: { properties: { ...DRAFT, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } }),
    ['POST /drafts 201/note may have another shape', 'the event draft.made/note may have another shape'],
  ],
  ['an event less', { ...before, webhooks: {} }, ['the event draft.made is gone']],
])('reports only breaking changes of %s', (_name, now, breaks) => {
  expect(findBreaks(before, now)).toEqual(breaks);
});

it('reports a newly required body', () => {
  const without = documentWith({ more: { requestBody: undefined } });
  expect(findBreaks(without, documentWith({ more: { requestBody: { ...json(TAKEN), required: true } } }))).toEqual([
    'POST /drafts needs a body',
  ]);
});

it('reports a union whose members require more', () => {
  const either = (...needed: string[][]) => documentWith({ sent: { required: [], anyOf: needed.map((required) => ({ required })) } });
  expect(findBreaks(either(['text'], ['tone']), either(['tone'], ['text']))).toEqual([]);
  expect(findBreaks(either(['text'], ['tone']), either(['text'], ['tone', 'text']))).toEqual(['POST /drafts request needs text']);
});

it('refuses to write a description without a previous one to compare with, or one that breaks clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'description-'));
  const file = join(folder, 'openapi.json');
  const write = (document: Json) => replaceDescription(file, document);
  expect(write(before)).toMatch(/There is no .*openapi\.json/);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, JSON.stringify(before));
  expect(write({ ...before, paths: {} })).toMatch(/POST \/drafts is gone/);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(before)));
  const longer = documentWith({ sent: properties({ text: { type: 'string', maxLength: 200 } }) });
  expect(write(longer)).toBeNull();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(longer)));
  rmSync(folder, { recursive: true });
});
