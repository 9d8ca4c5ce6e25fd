import { SCOPES } from '../../access/actor.ts';
import { type Described, type Json, number, object, protocolPaths, replies, text } from './protocols.ts';

const SCOPE = text('Scopes, separated by spaces.', SCOPES.slice(0, 2).join(' '));
const CLIENT = text('The client’s id, or the https URL of its metadata document.', 'https://agent.example/oauth/client.json');
const RESOURCE = text('The resource to which the key is restricted (RFC 8707).', 'https://posts.example.org/api/v1');
const TOKEN = text('The key. It is not shown again.', 'cs_live_…');
const FAILURE = object('As RFC 6749 has it, section 5.2.', {
  error: text('What is wrong.', 'invalid_grant'),
  error_description: text('The same in a sentence, for developers.', 'The code is unknown, used or expired.'),
});
const KEY = object('The key of the agent (RFC 6749, section 5.1).', {
  access_token: TOKEN,
  token_type: { type: 'string', enum: ['Bearer'], description: 'How it is sent.' },
  expires_in: number('Seconds until it ends.', 7_776_000),
  scope: SCOPE,
  workspace_id: text('The workspace that it is for.', 'wsp_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
});

interface OauthOperation {
  id: string;
  summary: string;
  description: string;
  form?: Json;
  type?: string;
  status?: number;
  answer?: Json;
  security?: Json[];
}

const KEY_OF_AGENT = [{ apiKey: [] }];

const OPERATIONS: Record<string, OauthOperation> = {
  '/api/oauth/device_authorization': {
    id: 'startDeviceFlow',
    summary: 'Ask for access by the device flow',
    description: 'Show the user the address and the code, then poll requestToken (RFC 8628).',
    form: object(
      'The agent, and what it asks for.',
      {
        client_id: CLIENT,
        client_name: text('The agent’s name.', 'Harbour agent'),
        client_uri: text('Its home page.', 'https://agent.example'),
        scope: SCOPE,
        resource: RESOURCE,
      },
      [],
    ),
    answer: object('The codes.', {
      device_code: text('For requestToken.', 'GmRhm…'),
      user_code: text('For the user.', 'WDJB-MJHT'),
      verification_uri: text('Where the user enters it.', 'https://posts.example.org/grant'),
      verification_uri_complete: text('The same with the code.', 'https://posts.example.org/grant?user_code=WDJB-MJHT'),
      expires_in: number('Seconds until the codes end.', 900),
      interval: number('The least seconds between two polls.', 5),
    }),
  },
  '/api/oauth/token': {
    id: 'requestToken',
    summary: 'Exchange a code for a key',
    description: 'With the code of the device flow, or of the authorization code flow with PKCE. Clients have no secret.',
    form: object(
      'The code.',
      {
        grant_type: {
          type: 'string',
          enum: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
          description: 'The kind of code.',
        },
        client_id: CLIENT,
        device_code: text('The code that startDeviceFlow returned.', 'GmRhm…'),
        code: text('The code that the redirect had.', 'SplxlOBeZQQYbYS6WxSbIA'),
        redirect_uri: text('As in the authorization request.', 'http://127.0.0.1:8123/callback'),
        code_verifier: text('What the code challenge was made from (RFC 7636).', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
        resource: RESOURCE,
      },
      ['grant_type', 'client_id'],
    ),
    answer: KEY,
  },
  '/api/oauth/register': {
    id: 'registerClient',
    summary: 'Register a client',
    description: 'For clients without a metadata document of their own (RFC 7591).',
    type: 'application/json',
    form: object(
      'The client.',
      {
        client_name: text('Its name.', 'Harbour agent'),
        redirect_uris: {
          type: 'array',
          maxItems: 20,
          items: text('A redirect URI.', 'http://127.0.0.1:8123/callback'),
          description: 'Where users are sent back to.',
        },
      },
      ['redirect_uris'],
    ),
    status: 201,
    answer: object('The registered client.', {
      client_id: CLIENT,
      client_id_issued_at: number('When, in seconds since 1970.', 1_801_353_600),
      grant_types: { type: 'array', items: text('A grant type.', 'authorization_code'), description: 'The kinds of code that it may use.' },
      response_types: { type: 'array', items: text('A response type.', 'code'), description: 'What it may ask for.' },
      token_endpoint_auth_method: { type: 'string', enum: ['none'], description: 'Clients have no secret.' },
      client_name: text('Its name.', 'Harbour agent'),
      redirect_uris: {
        type: 'array',
        items: text('A redirect URI.', 'http://127.0.0.1:8123/callback'),
        description: 'Where users are sent back to.',
      },
    }),
  },
  '/api/oauth/rotate': {
    id: 'rotateKey',
    summary: 'Replace the key',
    description: 'The old key stays valid for 24 hours at most.',
    answer: KEY,
    security: KEY_OF_AGENT,
  },
  '/api/oauth/revoke': {
    id: 'revokeToken',
    summary: 'Give a key back',
    description: 'It and its grant end at once (RFC 7009).',
    form: object('The key.', { token: TOKEN }),
  },
  '/api/oauth/introspect': {
    id: 'introspectToken',
    summary: 'Read what a key is for',
    description: 'Without a key in the header, the key in the body is its own proof (RFC 7662).',
    form: object('The key.', { token: TOKEN }),
    answer: object(
      'Whether it is valid, and for what.',
      {
        active: { type: 'boolean', description: 'Whether it is valid.' },
        scope: SCOPE,
        token_type: { type: 'string', enum: ['Bearer'], description: 'How it is sent.' },
        iat: number('When it was issued, in seconds since 1970.', 1_793_577_600),
        iss: text('The service.', 'https://posts.example.org'),
        sub: text('The grant.', 'grt_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
        workspace_id: text('The workspace that it is for.', 'wsp_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
        key_id: text('The public part of the key.', '4eC39HqLyjWDarjt'),
        rotation_requested: { type: 'boolean', description: 'Whether the customer asked for another key: call rotateKey.' },
        exp: number('When it ends, in seconds since 1970.', 1_801_353_600),
      },
      ['active'],
    ),
    security: [...KEY_OF_AGENT, {}],
  },
};
export function oauthPaths({ headers }: Described): Record<string, Json> {
  const noStore = { ...headers, ...replies({ 'Cache-Control': text('Never stored.', 'no-store') }) };
  const refused = (description: string) => ({ description, headers: noStore, content: { 'application/json': { schema: FAILURE } } });
  const failures = {
    400: refused('Refused. `error` states why.'),
    401: refused('The key is not valid.'),
    403: refused('The customer has suspended the agent.'),
    413: refused('The body is too large.'),
    415: refused('The body has another type.'),
    429: { ...refused('Too many attempts.'), headers: { ...noStore, 'Retry-After': { $ref: '#/components/headers/Retry-After' } } },
    500: refused('A fault of the service.'),
    503: refused('The service is busy, or its database cannot be reached.'),
  };
  const operation = ({
    id,
    summary,
    description,
    form,
    type = 'application/x-www-form-urlencoded',
    status = 200,
    answer,
    security = [],
  }: OauthOperation) => ({
    operationId: id,
    tags: ['OAuth'],
    summary,
    description,
    security,
    ...(form && { requestBody: { required: true, content: { [type]: { schema: form } } } }),
    responses: {
      [status]: { description: 'Done.', headers: noStore, content: { 'application/json': { schema: answer ?? object('Nothing.', {}) } } },
      ...failures,
    },
  });
  return Object.fromEntries(Object.entries(OPERATIONS).map(([path, about]) => [path, { post: operation(about) }]));
}

export interface ProtocolOperation {
  /** "GET /api/v1/events/stream". */
  route: string;
  tag: string;
  summary: string;
  description: string;
}

/** The operations of the event stream, of uploads and of OAuth, for pages that list every operation. */
export function protocolOperations(): ProtocolOperation[] {
  const nothing: Described = { headers: {}, refusal: () => ({}) };
  return Object.entries({ ...protocolPaths(nothing), ...oauthPaths(nothing) }).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { tags: string[]; summary: string; description?: string }>).map(
      ([method, { tags, summary, description = '' }]) => ({
        ...{ route: `${method.toUpperCase()} ${path}`, tag: tags[0] ?? '', summary, description },
      }),
    ),
  );
}
