import { describe, expect, it } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { HttpServer } from './engine/http-server.ts';
import { compileValidator } from './engine/validator.ts';

const database = useTestDatabase();
const api = useApi(database);

interface Schema {
  properties?: Record<string, unknown>;
  required?: string[];
  else?: Schema;
}

/** The example body of each operation, and the fields of its schema that the example leaves out. */
function* bodiesOf({ operations }: HttpServer) {
  for (const { operation } of operations.values()) {
    const { body: schema, example } = operation;
    if (!schema || !example?.body) continue;
    const body = example.body as Record<string, unknown>;
    const { properties = {} } = (schema as Schema).else ?? (schema as Schema);
    yield { id: operation.id, schema, body, others: Object.keys(properties).filter((name) => !(name in body)) };
  }
}

describe('null', () => {
  it('for an optional field means that it is omitted, in the body of every operation', () => {
    const refused = [...bodiesOf(api.app)].flatMap(({ id, schema, body, others }) => {
      const validate = compileValidator({ schema, method: 'POST', url: id, httpPart: 'body' });
      const given = { ...structuredClone(body), ...Object.fromEntries(others.map((name) => [name, null])) };
      return validate(given) ? [] : [id];
    });
    expect(refused).toEqual([]);
  });

  it('means omitted in commands too, and inside lists', async () => {
    const answer = await api.send('POST', '/api/v1/drafts', {
      ...{ workspace_id: api.home.workspaceId, source_text: 'We open on Friday.', platforms: ['sandbox'], link: null, publish_mode: null },
      captions: [{ platform: 'sandbox', text: 'Open on Friday.', title: null, tags: null, thread: null }],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ publish_mode: 'draft_only', link: null, captions: [{ text: 'Open on Friday.' }] });
  });

  it('keeps its own meaning for fields that define one', async () => {
    const made = (
      await api.send('POST', '/api/v1/drafts', {
        ...{ workspace_id: api.home.workspaceId, source_text: 'We open on Friday.', platforms: ['sandbox'], link: 'https://example.org/' },
      })
    ).json();
    const changed = await api.send('PATCH', `/api/v1/drafts/${made.draft_id}`, { link: null, platforms: null }, { 'if-match': '"1"' });
    expect(changed.json()).toMatchObject({ link: null, platforms: ['sandbox'] });
  });

  it('is not accepted for a required field', async () => {
    const answer = await api.send('POST', '/api/v1/drafts', {
      ...{ workspace_id: api.home.workspaceId, source_text: null, platforms: ['sandbox'] },
    });
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/source_text', message: 'source_text is required.' }],
    });
  });
});
