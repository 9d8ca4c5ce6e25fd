import type { Problem } from '../http/engine/problem-details.ts';

/** The tool for each action of a draft or a job. */
const ACTIONS: Readonly<Record<string, string>> = {
  caption: 'write_captions',
  submit: 'submit_draft',
  edit: 'change_draft',
  archive: 'archive_draft',
  publish: 'queue_publish_job',
  cancel: 'cancel_publish_job',
  retry: 'retry_publish_job',
};

/** A REST method and path within a sentence. */
const ROUTE = /\b(GET|POST|PATCH|DELETE) (?:\/api)?(\/v1\/[a-z_{}/-]*[a-z_}])/g;

/** Replaces the routes named in a sentence by the equivalent tools. */
export type ToolWords = (text: string) => string;

/** `routes`: the tool for each REST method and path. */
export function createToolWords(routes: ReadonlyMap<string, string>): ToolWords {
  return (text) =>
    text.replace(ROUTE, (named, method: string, path: string) => {
      return routes.get(`${method} ${path}`) ?? named;
    });
}

/** The tool for each REST route; the first of several. Routes without a tool of their own get the closest one. */
export function routesOf(tools: readonly { name: string; route: string }[]): Map<string, string> {
  const routes = new Map([['POST /v1/media', 'add_image_from_url']]);
  for (const { name, route } of tools) {
    const path = route.replace(' /api/', ' /');
    if (!routes.has(path)) routes.set(path, name);
  }
  return routes;
}

/** Fields with messages of this service. */
const SENTENCES = new Set(['message', 'remedy', 'detail']);
/** Fields with content, which is passed through unchanged. */
const CONTENT = new Set(['payload', 'before', 'after']);

/** A response in terms of tools: tools for actions, messages about tools, and no REST URLs. */
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
