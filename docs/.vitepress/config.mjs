// The static site of these pages: npm run docs:build. What a page links to has to exist, inside of docs/ and outside.
import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'vitepress';

const DOCS = join(import.meta.dirname, '..');
/** Where files outside of docs/ are shown, such as `https://github.com/owner/countersign`; without it they are no links. */
const REPOSITORY = process.env.DOCS_REPOSITORY?.replace(/\/$/, '');

const decisions = globSync('decisions/[0-9]*.md', { cwd: DOCS }).sort();

export default defineConfig({
  title: 'Countersign',
  description: 'AI agents prepare social posts, people countersign them, and only then does anything go out.',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: true,
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  srcExclude: ['deploy/**'],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Customers', link: '/guides/customers' },
      { text: 'Agents', link: '/guides/agents' },
      { text: 'Operators', link: '/operations' },
      { text: 'Contributors', link: '/read-this-first' },
    ],
    sidebar: [
      group('Customers', { Guide: 'guides/customers', Screens: 'screens', Evidence: 'evidence' }),
      group('Developers of agents', {
        Guide: 'guides/agents',
        'Pictures, videos and documents': 'guides/media',
        'What becomes of a text': 'examples',
        'On every network': 'words',
        'Safety checks': 'safety-checks',
      }),
      group('Integrators', { GraphQL: 'graphql' }),
      group('Operators', {
        Operations: 'operations',
        Configuration: 'configuration',
        'Command line': 'cli',
        Scaling: 'scaling',
        Security: 'security',
        ASVS: 'security-asvs',
        Data: 'data',
        Proofs: 'proofs',
      }),
      group('Contributors', {
        'Read this first': 'read-this-first',
        Architecture: 'architecture',
        'Adding a network': 'extending',
        Glossary: 'glossary',
        Decisions: 'decisions/',
        Notes: 'notes/',
      }),
      {
        text: 'Decisions',
        collapsed: true,
        items: decisions.map((file) => ({ text: titleOf(file), link: `/${file.replace(/\.md$/, '')}` })),
      },
    ],
  },
  markdown: {
    // Placeholders such as <id> are text, not HTML.
    html: false,
    config: (md) => md.core.ruler.push('files-of-the-repository', (state) => leadToFiles(state)),
  },
});

function group(text, pages) {
  return { text, collapsed: true, items: Object.entries(pages).map(([title, page]) => ({ text: title, link: `/${page}` })) };
}

/** `012-rest-in-detail.md`: "012 rest in detail". */
function titleOf(file) {
  return file.replace(/^.*\/|\.md$/g, '').replaceAll('-', ' ');
}

/** Links to what is no page of the site lead to the repository; one that leads nowhere fails the build. */
function leadToFiles({ env, tokens }) {
  const folder = dirname(join(DOCS, env.relativePath === 'index.md' ? 'README.md' : env.relativePath));
  for (const { children } of tokens)
    for (const [place, token] of (children ?? []).entries()) {
      if (token.type !== 'link_open') continue;
      const [path] = (token.attrGet('href') ?? '').split('#');
      if (!path || /^[a-z]+:|^\//.test(path)) continue;
      const target = join(folder, decodeURI(path));
      if (!existsSync(target)) throw new Error(`${env.relativePath}: there is nothing at ${path}.`);
      if (isPage(target)) {
        if (!path.endsWith('.md')) token.attrSet('href', join(path, 'README.md'));
      } else if (REPOSITORY) token.attrSet('href', `${REPOSITORY}/blob/main/${relative(join(DOCS, '..'), target)}`);
      else unlink(children, place);
    }
}

function isPage(target) {
  const page = statSync(target).isDirectory() ? join(target, 'README.md') : target;
  const path = relative(DOCS, page);
  return page.endsWith('.md') && existsSync(page) && !path.startsWith('..') && !path.startsWith('deploy');
}

function unlink(children, place) {
  const end = children.findIndex(({ type }, index) => index > place && type === 'link_close');
  for (const index of [place, end]) Object.assign(children[index], { type: 'text', tag: '', nesting: 0, content: '', attrs: null });
}
