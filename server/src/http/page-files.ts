import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As the console's build writes it: a path as its router has it, and what the screen there is made of beside the first files. */
interface Screen {
  path: string;
  files: string[];
}

/**
 * What a `Link` header names so that a browser fetches a screen's files together with the first ones, by the path of the page;
 * null where nothing is known of it.
 */
export function pageFiles(consoleDir: string): (path: string) => string | null {
  const file = join(consoleDir, '.page-files.json');
  const screens: Screen[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const known = screens.map(({ path, files }) => ({ path: patternOf(path), header: files.map(linkTo).join(', ') }));
  return (path) => known.find((screen) => screen.path.test(path))?.header ?? null;
}

/** `/drafts/$draftId` has a part of any name, `/approvals/{-$approvalId}` may have one. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const patterns = parts.map((part) => (part.startsWith('{-$') ? '(?:/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`));
  return new RegExp(`^${patterns.join('')}/?$`);
}

const linkTo = (file: string): string =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload; crossorigin`;
