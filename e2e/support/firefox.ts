import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { temporaryFolder } from './server.ts';

/** `FIREFOX_PATH`, or the Firefox that is installed; undefined without one. */
export const FIREFOX = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;
interface Answer {
  id?: number;
  error?: string;
  message?: string;
  result?: Record<string, unknown>;
}
interface Node {
  sharedId: string;
}
/** By a selector, or by what assistive technology is given. */
type Place = string | { role: string; name: string };

/**
 * A page of an installed Firefox, by WebDriver BiDi (w3.org/TR/webdriver-bidi). Playwright's own support of it needs
 * commands that Debian's Firefox 140 does not have.
 */
export async function openFirefox(program: string) {
  const profile = await temporaryFolder();
  const child = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', profile.path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { send, context } = await connectTo(child);
  const find = (place: Place) => findIn(send, context, place);
  const click = async (place: Place) => {
    const element = await find(place);
    const show = '(element) => element.scrollIntoView({ block: "center" })';
    await send('script.callFunction', { functionDeclaration: show, arguments: [element], target: { context }, awaitPromise: false });
    const move = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } };
    const press = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: press }] });
  };
  return {
    open: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    find,
    click,
    async fill(place: Place, text: string) {
      await click(place);
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    /** The text of the page. */
    async read(): Promise<string> {
      const body = { expression: 'document.body.innerText', target: { context }, awaitPromise: false };
      return String(((await send('script.evaluate', body)) as { result: { value?: string } }).result.value);
    },
    async close() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
      await profile.remove();
    },
  };
}

/** A session with its only page. */
async function connectTo({ stderr }: ChildProcess): Promise<{ send: Send; context: string }> {
  if (!stderr) throw new Error('Firefox says its address on stderr.');
  const lines = createInterface({ input: stderr });
  let address: string | undefined;
  for await (const [line] of on(lines, 'line')) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) break;
  }
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  };
  const send: Send = async (method, params = {}) => {
    const id = waiting.size + 1;
    const {
      error,
      message,
      result = {},
    } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree')) as { contexts: { context: string }[] };
  return { send, context: contexts[0]?.context ?? '' };
}

/** Waits for the element. */
async function findIn(send: Send, context: string, value: Place): Promise<Node> {
  const locator = { type: typeof value === 'string' ? 'css' : 'accessibility', value };
  let found: Node | undefined;
  const look = async (): Promise<boolean> => {
    const { nodes } = (await send('browsingContext.locateNodes', { context, locator })) as { nodes: Node[] };
    found = nodes[0];
    return found !== undefined;
  };
  await expect.poll(look, JSON.stringify(value)).toBe(true);
  return { sharedId: found?.sharedId ?? '' };
}
