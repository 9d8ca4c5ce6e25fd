import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * As the console's build writes it: a path as in its router, and the files of its screen: those that every page loads
 * first, and the rest.
 */
interface Screen {
  path: string;
  first: string[];
  files: string[];
}

/**
 * Returns the `Link` header by which a browser fetches a screen's files right after the first ones, for the path of a
 * page; null for unknown paths.
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

/** `$draftId` matches one segment of any name; `{-$approvalId}` is optional. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const patterns = parts.map((part) => (part.startsWith('{-$') ? '(?:/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`));
  return new RegExp(`^${patterns.join('')}/?$`);
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return file.startsWith('assets/') ? `</${file}>; rel=modulepreload; crossorigin` : `</${file}>; rel=preload; as=script`;
}
