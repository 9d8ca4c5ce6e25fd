import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ROOT } from './server.ts';

/** axe-core's source, installed next to its Playwright package; minified, since every page has to load it. */
const { source: AXE } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core/axe.min.js') as {
  source: string;
};

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

const RULES = {
  everything: { rules: { 'target-size': { enabled: false } } },
  touched: { rules: { 'target-size': { enabled: true } } },
  colours: { runOnly: ['color-contrast'] },
};

/** A typical distance to a server, so that loading states are visible. */
export const LATENCY_MS = 120;

/** Measures layout shifts on each page of this tab; `latencyMs`: 0 if the connection is slow already. */
export async function watchLayout(page: Page, latencyMs = LATENCY_MS): Promise<void> {
  if (latencyMs > 0) {
    // By the browser itself: a route of Playwright's stops every request, and takes the cache from the page.
    const browser = await page.context().newCDPSession(page);
    const far = { urlPattern: '*://*:*/api/graphql', latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 };
    await browser.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: [far] });
  }
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const nameOf = ({
      node,
      previousRect: from,
      currentRect: to,
    }: {
      node: Element | null;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }) =>
      `${node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className} "${node.textContent?.slice(0, 40)}"` : 'something'} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources?.map(nameOf) ?? [];
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts since the page was opened. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { layoutShifts: string[] }).layoutShifts);
}

/**
 * The faults found by axe-core, one line each; only colours if the rest was checked already.
 * `touched` is everything, and controls of less than 24 pixels (WCAG 2.5.8).
 */
export async function axeFaults(page: Page, what: keyof typeof RULES): Promise<string[]> {
  // Loaded once per document, and its passes are not returned: both take longer than most checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(within: Document, options: object): Promise<AxeResults> } };
    // A colour on its way to another is neither of the two. A spinner never ends, and one change may start the next.
    const ends = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    const running = () => document.getAnimations().filter(ends);
    while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, RULES[what]);
}

/** By how much the page, or a part of it that scrolls, is wider than there is room for. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main, [role="dialog"], [role="menu"], [role="listbox"]')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
}

/** Texts that overflow their box, except with an ellipsis or scrolling; in dialogs, menus and popovers too. */
export function reachesOver(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll<HTMLElement>(
        'button, a, label, legend, h1, h2, h3, h4, p, dt, dd, th, td, [role="option"], [role="menuitem"], .mantine-Button-label',
      ),
    ];
    const isCut = (box: HTMLElement) => {
      const { textOverflow, overflowX } = getComputedStyle(box);
      return textOverflow === 'ellipsis' || overflowX === 'auto' || box.querySelector('[style*="ellipsis"]') !== null;
    };
    // Texts for screen readers only have no visible box.
    const isSeen = (box: Element | null): boolean => box === null || (box.clientWidth !== 1 && isSeen(box.parentElement));
    const choices = [...document.querySelectorAll<HTMLInputElement>('input[aria-haspopup="listbox"]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ value, scrollWidth, clientWidth }) => `choice "${value}": ${scrollWidth} in ${clientWidth}`);
    const reaching = boxes
      .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1 && !isCut(box) && box.textContent.trim() !== '')
      .filter(isSeen)
      .map((box) => `${box.tagName.toLowerCase()} "${box.textContent.slice(0, 60)}": ${box.scrollWidth} in ${box.clientWidth}`);
    return [...choices, ...reaching];
  });
}

/** Signs before a number that text from right to left shows after it ("1+"): it has no mark of its direction. */
export function mirroredSigns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: parent, textContent: text } = node;
      if (parent && /^\s*[+−-]\d/.test(text ?? '') && getComputedStyle(parent).direction === 'rtl') found.push(`sign of "${text}"`);
    }
    return [...new Set(found)];
  });
}

/** Controls cut off at a side of the window, except in swipeable areas. */
export function leavesTheWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Any vertical scroll container is horizontal too; swipeable ones are marked.
    const isSwiped = (box: Element | null): boolean =>
      box !== null &&
      (getComputedStyle(box).scrollSnapType !== 'none' || box.querySelector(':scope > table') !== null || isSwiped(box.parentElement));
    return [...document.querySelectorAll<HTMLElement>('button, a, [role="option"]')]
      .map((box) => ({ box, ...box.getBoundingClientRect().toJSON() }))
      .filter(({ box, left, right, width }) => width > 1 && (left < 0 || right > innerWidth) && !isSwiped(box))
      .map(({ box, left, right }) => `"${box.textContent.slice(0, 60)}" from ${left} to ${right} of ${innerWidth}`);
  });
}

/** English names that the component library gives to its controls, unless they get one in the reader's language. */
function namesOfLibrary(): string[] {
  const folder = join(ROOT, 'console/node_modules/@mantine/core/esm/components');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'));
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/"aria-label": "([^"]+)"/g)].map(([, name = '']) => name),
  );
}

/** Controls that kept the library's English name. */
export async function untranslatedNames(page: Page): Promise<string[]> {
  const shown = await page.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const english = namesOfLibrary();
  return shown.filter((name) => english.includes(name));
}

/** Selects words as by dragging a mouse or a finger. */
export async function selectWords(within: Locator, words: string): Promise<void> {
  await within.first().evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start >= 0) return getSelection()?.setBaseAndExtent(node, start, node, start + wanted.length);
    }
    throw new Error(`“${wanted}” does not stand there.`);
  }, words);
}
