import { expect, it } from 'vitest';
import { findBreaks } from './find-breaks.ts';

type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** One operation that takes a draft and answers with one. */
function documentWith({ sent = {}, got = {}, more = {} }: { sent?: Json; got?: Json; more?: Json } = {}): Json {
  const body = object(
    { text: { type: 'string', maxLength: 100 }, tone: { type: 'string', enum: ['warm', 'dry'] } },
    { required: ['text'], ...sent },
  );
  return {
    paths: {
      '/drafts': {
        post: {
          operationId: 'createDraft',
          security: [{ oauth2: ['drafts:write'] }],
          parameters: [{ in: 'query', name: 'dry_run', schema: { type: 'boolean' } }],
          requestBody: json(body),
          responses: { 201: json({ $ref: '#/components/schemas/Draft' }) },
          ...more,
        },
      },
    },
    webhooks: { 'draft.made': {} },
    components: { schemas: { Draft: object({ id: { type: 'string' }, note: { type: 'string' } }, { required: ['id', 'note'], ...got }) } },
  };
}

const before = documentWith();
const properties = (changes: Json) => ({
  properties: { text: { type: 'string', maxLength: 100 }, tone: { type: 'string', enum: ['warm', 'dry'] }, ...changes },
});

it.each<[string, Json, string[]]>([
  ['nothing', documentWith(), []],
  ['a field more in what is sent', documentWith({ sent: properties({ link: { type: 'string' } }) }), []],
  [
    'a field more in what is got',
    documentWith({ got: { properties: { id: { type: 'string' }, note: { type: 'string' }, state: { type: 'string' } } } }),
    [],
  ],
  ['room for longer texts', documentWith({ sent: properties({ text: { type: 'string', maxLength: 200 } }) }), []],
  ['another word', documentWith({ sent: properties({ tone: { type: 'string', enum: ['warm', 'dry', 'loud'] } }) }), []],
  ['an operation less', { ...before, paths: {} }, ['POST /drafts is gone']],
  ['another name of it', documentWith({ more: { operationId: 'makeDraft' } }), ['POST /drafts is not called createDraft any more']],
  ['another scope', documentWith({ more: { security: [{ oauth2: ['read'] }] } }), ['POST /drafts needs another scope']],
  ['a parameter less', documentWith({ more: { parameters: [] } }), ['POST /drafts does not take query dry_run any more']],
  ['another answer', documentWith({ more: { responses: {} } }), ['POST /drafts does not answer 201 any more']],
  ['a field that is needed', documentWith({ sent: { required: ['text', 'tone'] } }), ['POST /drafts request needs tone']],
  [
    'a shorter text',
    documentWith({ sent: properties({ text: { type: 'string', maxLength: 50 } }) }),
    ['POST /drafts request/text takes less: maxLength 50'],
  ],
  [
    'a word less',
    documentWith({ sent: properties({ tone: { type: 'string', enum: ['warm'] } }) }),
    ['POST /drafts request/tone does not take "dry" any more'],
  ],
  [
    'another type',
    documentWith({ sent: properties({ text: { type: 'integer' } }) }),
    ['POST /drafts request/text was string and is integer'],
  ],
  [
    'a field less in what is got',
    documentWith({ got: { properties: { id: { type: 'string' } }, required: ['id'] } }),
    ['POST /drafts 201 has no note any more'],
  ],
  ['a field that may be missing', documentWith({ got: { required: ['id'] } }), ['POST /drafts 201 has not always a note any more']],
  [
    'a field that may be null',
    documentWith({ got: { properties: { id: { type: 'string' }, note: { type: ['string', 'null'] } } } }),
    ['POST /drafts 201/note was string and is null or string'],
  ],
  ['an event less', { ...before, webhooks: {} }, ['the event draft.made is gone']],
])('finds of %s what breaks a client of before, and nothing else', (_name, now, breaks) => {
  expect(findBreaks(before, now)).toEqual(breaks);
});
