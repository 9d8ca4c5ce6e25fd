import type { Problem } from '../http/engine/problem-details.ts';

/** What a tool is called that does what an action of a draft or a job names. */
const ACTIONS: Readonly<Record<string, string>> = {
  caption: 'write_captions',
  submit: 'submit_draft',
  edit: 'change_draft',
  archive: 'archive_draft',
  publish: 'queue_publish_job',
  cancel: 'cancel_publish_job',
  retry: 'retry_publish_job',
};

/** Remedies and descriptions that name headers of REST, in terms of arguments; the longer phrase first. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/; or send the file to POST \/v1\/media\./, '.'],
  [/\bwith POST \/api\/oauth\/rotate\b/g, 'at the token endpoint'],
  [/ Send it in quotes as `If-Match` of a change\./, ' Pass it as `revision` to change_draft.'],
  [/Send If-Match with the revision you read\./, 'Pass the revision that you read as `revision`.'],
  [/\bsend its revision in If-Match\b/g, 'pass its revision as `revision`'],
  [/\bThis change needs an If-Match header\b/, 'This change needs `revision`'],
  [/ Without it the answer is 428\./, ''],
  [/\bThe Idempotency-Key header\b/, 'The idempotency_key'],
  [/\bSend 1 to 255 visible ASCII characters, quoted or bare\b/, 'Pass 1 to 255 visible ASCII characters'],
  [/\bIdempotency-Key\b/g, 'idempotency_key'],
  [/\bthe time in Retry-After\b/g, 'half a minute'],
  [/ The Link header has the same\./, ''],
  [/\bUse a method from the Allow header\b/, 'Use a tool of tools/list'],
  [/\bSend "Authorization: Bearer <API key>", or sign in to the console\./, 'Connect the server again and sign in.'],
];

/** Says in terms of tools what the operations say in terms of REST. */
export type ToolWords = (text: string) => string;

/** `routes`: which tool does what a method and path of REST does. */
export function createToolWords(routes: ReadonlyMap<string, string>): ToolWords {
  return (text) => {
    const plain = PHRASES.reduce((said, [phrase, instead]) => said.replace(phrase, instead), text);
    return plain.replace(/\b(GET|POST|PATCH|DELETE) (?:\/api)?(\/v1\/[a-z_{}/-]*[a-z_}])/g, (named, method: string, path: string) => {
      return routes.get(`${method} ${path}`) ?? named;
    });
  };
}

/** The tool for each route of REST; of several the first. What no tool does is done by the one that comes nearest. */
export function routesOf(tools: readonly { name: string; route: string }[]): Map<string, string> {
  const routes = new Map([['POST /v1/media', 'add_image_from_url']]);
  for (const { name, route } of tools) {
    const path = route.replace(' /api/', ' /');
    if (!routes.has(path)) routes.set(path, name);
  }
  return routes;
}

/** Fields that hold sentences of this service. */
const SENTENCES = new Set(['message', 'remedy', 'detail']);
/** Fields that hold content, which is passed on as it is. */
const CONTENT = new Set(['payload', 'before', 'after']);

/** An answer in terms of tools: actions by the tools that do them, sentences about tools, and no addresses of REST. */
export function inToolWords(body: unknown, words: ToolWords): unknown {
  if (Array.isArray(body)) return body.map((item) => inToolWords(item, words));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).filter(([name]) => name !== '_links');
  return Object.fromEntries(entries.map(([name, value]) => [name, wordsFor(name, value, words)]));
}

function wordsFor(name: string, value: unknown, words: ToolWords): unknown {
  if (name === 'allowed_actions' && Array.isArray(value)) return value.map((action) => ACTIONS[String(action)] ?? action);
  if (typeof value === 'string') return SENTENCES.has(name) ? words(value) : value;
  if (CONTENT.has(name)) return value;
  return inToolWords(value, words);
}

/** A refusal in terms of tools. */
export function problemInToolWords(problem: Problem, words: ToolWords): Problem {
  return { ...(inToolWords(problem, words) as Problem), title: words(problem.title) };
}
