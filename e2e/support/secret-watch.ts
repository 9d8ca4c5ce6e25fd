import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, BrowserContext, Response } from '@playwright/test';
import { type KnownSecret, knownSecrets, learnCookie, learnOwn, serverOutputs } from './known-secrets.ts';
import { type Found, recordPage } from './record-page.ts';

/** Something that a user interface received or showed. */
interface Seen {
  kind: Found['kind'] | 'answer' | 'console' | 'server output';
  /** The path of the page, or the address of the response. */
  where: string;
  text: string;
}

/** Identical responses of a spec's pages are searched once. */
interface Repeats {
  known: Set<string>;
  answers: number;
}

export interface SecretFigures {
  secrets: number;
  answers: number;
  texts: number;
  hits: number;
}

export interface SecretWatch {
  /** Where known secrets were seen, as sentences; and what was searched. */
  end(): Promise<{ hits: string[]; figures: SecretFigures }>;
}

/** Promise K2: records what every browser context of the worker sees, until the end of the spec. */
export function watchForSecrets(browser: Browser, known: () => KnownSecret[] = knownSecrets): SecretWatch {
  const seen: Seen[] = [];
  const pending: Promise<unknown>[] = [];
  const repeats: Repeats = { known: new Set(), answers: 0 };
  const watch = (context: BrowserContext): void => {
    context.on('response', (response) => pending.push(recordAnswer(response, seen, repeats)));
    context.on('console', (message) => seen.push({ kind: 'console', where: message.page()?.url() ?? '', text: message.text() }));
    context.on('weberror', (error) => seen.push({ kind: 'console', where: '', text: String(error.error()) }));
    pending.push(recordPages(context, seen));
  };
  browser.on('context', watch);
  return {
    async end() {
      browser.off('context', watch);
      await Promise.all(pending);
      for (const text of serverOutputs()) seen.push({ kind: 'server output', where: '', text });
      const secrets = known();
      const hits = secrets.flatMap((secret) => seen.filter((one) => isHit(one, secret)).map((one) => sentence(one, secret)));
      const kept = seen.filter(({ kind }) => kind === 'answer').length;
      return {
        hits: [...new Set(hits)],
        figures: { secrets: secrets.length, answers: kept + repeats.answers, texts: seen.length - kept, hits: new Set(hits).size },
      };
    },
  };
}

async function recordPages(context: BrowserContext, seen: Seen[]): Promise<void> {
  const keep = (found: string): void => void seen.push(...(JSON.parse(found) as Found[]));
  // Both are called before a page can be opened; a context closed at once showed nothing.
  await Promise.all([context.exposeFunction('reportToTest', keep), context.addInitScript(recordPage)]).catch(() => undefined);
}

/** Without images and fonts, and without the event stream, which ends with its page: its data are in the DOM. */
async function recordAnswer(response: Response, seen: Seen[], repeats: Repeats): Promise<void> {
  if (isImmutable(response)) {
    const text = await immutableText(response);
    const where = response.url();
    if (repeats.known.has(where)) repeats.answers += 1;
    else seen.push({ kind: 'answer', where, text });
    if (text) repeats.known.add(where);
    return;
  }
  const headers: Record<string, string> = await response.allHeaders().catch(() => ({}));
  for (const line of headers['set-cookie']?.split('\n') ?? []) learnCookie(line);
  if (!/json|text\/(?!event-stream)|javascript/.test(headers['content-type'] ?? '')) return;
  // A redirect has no body, and one of a page that was left may be gone.
  const text = await response.text().catch(() => '');
  if (text.startsWith('{"data":')) learnOwn(text);
  seen.push({ kind: 'answer', where: response.url(), text });
}

/** Immutable responses: read once by each worker, and searched in every spec that received them. */
const immutableTexts = new Map<string, Promise<string>>();
const isImmutable = (response: Response): boolean => Boolean(response.headers()['cache-control']?.includes('immutable'));

function immutableText(response: Response): Promise<string> {
  const known = immutableTexts.get(response.url());
  const text = known ?? readImmutable(response);
  immutableTexts.set(response.url(), text);
  return text;
}

async function readImmutable(response: Response): Promise<string> {
  if (!/json|text|javascript/.test(response.headers()['content-type'] ?? '')) return '';
  return response.text().catch(() => {
    // The page was left before the response; the next one is read.
    immutableTexts.delete(response.url());
    return '';
  });
}

function isHit({ kind, where, text }: Seen, { value, screen, tab, operation, isPrinted }: KnownSecret): boolean {
  if (!text.includes(value)) return false;
  if (kind === 'server output') return !isPrinted;
  if (kind === 'answer') return !(operation && text.includes(`"${operation}"`));
  if (kind === 'storage') return where !== tab;
  return !(kind === 'DOM' && where === screen);
}

/** Names the secret and the place, without repeating it. */
function sentence({ kind, where }: Seen, { name }: KnownSecret): string {
  return `${name} appears in a ${kind}${where ? ` of ${where}` : ''}`;
}

/** Next to the results, for the sum over all workers. */
export async function keepFigures(file: string, figures: SecretFigures): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(figures)}\n`);
}
