import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As the console's build writes it: a path as its router has it, and what the screen there is made of: what every page begins with, and the rest. */
interface Screen {
  path: string;
  first: string[];
  files: string[];
}

/**
 * What a `Link` header names so that a browser fetches a screen's files right behind the first ones, by the path of the page;
 * null where nothing is known of it.
 */
export function pageFiles(consoleDir: string): (path: string) => string | null {
  const file = join(consoleDir, '.page-files.json');
  const screens: Screen[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const known = screens.map(({ path, first, files }) => ({
    path: patternOf(path),
    header: [...first.map(linkTo), ...files.map((file) => `${linkTo(file)}; fetchpriority=low`)].join(', '),
  }));
  return (path) => known.find((screen) => screen.path.test(path))?.header ?? null;
}

/** `/drafts/$draftId` has a part of any name, `/approvals/{-$approvalId}` may have one. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const patterns = parts.map((part) => (part.startsWith('{-$') ? '(?:/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`));
  return new RegExp(`^${patterns.join('')}/?$`);
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return file.startsWith('assets/') ? `</${file}>; rel=modulepreload; crossorigin` : `</${file}>; rel=preload; as=script`;
}
