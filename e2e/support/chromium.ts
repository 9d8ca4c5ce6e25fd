import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';

/** Shaped to be handed to Playwright as its `launchOptions`. */
export interface ChromiumLaunch {
  executablePath?: string;
  args: string[];
  env?: Record<string, string>;
}

/** Of the package that depends on the browser. */
const MODULES = join(import.meta.dirname, '..', 'node_modules');

/** Unhinted text has the same widths on every Linux machine. Playwright adds `--no-sandbox` and the offline flags. */
const args = ['--font-render-hinting=none'];

/**
 * Selects the browser for the tests: `CHROMIUM_PATH` if set, otherwise the one pinned in the lockfile, so that every
 * machine tests the same one. The pinned one is built for Linux x64; elsewhere Playwright's own download is used.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const explicit = process.env.CHROMIUM_PATH;
  if (explicit) {
    // A typo must not silently test another browser.
    if (!existsSync(explicit)) throw new Error(`CHROMIUM_PATH: no such file: ${explicit}`);
    return { executablePath: resolve(explicit), args, ...(isBundled && { env: withFonts(await bundle()) }) };
  }
  if (!isBundled) return { args };
  const home = await bundle();
  return { executablePath: join(home, 'chromium'), args, env: { ...withFonts(home), LD_LIBRARY_PATH: join(home, 'al2023/lib') } };
}

const isBundled = process.platform === 'linux' && process.arch === 'x64';

/** The folder of `@sparticuz/chromium`, unpacked once per version, with the shared libraries and fonts a bare image lacks. */
async function bundle(): Promise<string> {
  const manifest: unknown = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'));
  const home = join(MODULES, `.cache/chromium-${(manifest as { version: string }).version}-with-fonts`);
  if (!existsSync(home)) await unpack(home);
  return home;
}

/** Playwright replaces the environment by its `env`, hence the whole of it; a set variable is never undefined. */
function withFonts(home: string): Record<string, string> {
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(home, 'fonts.conf') };
}

/**
 * Two runs may start at once, so each unpacks into a directory of its own and renames it: `home` is complete or
 * missing, and the first one wins. The package itself unpacks to fixed names in TMPDIR that count as complete while
 * being written, hence a child process with its own TMPDIR; and it adds its shared libraries only where it detects
 * Lambda.
 */
async function unpack(home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  const staging = await mkdtemp(`${home}-`);
  try {
    const script = `import("@sparticuz/chromium").then((module) => module.default.executablePath())`;
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', NODE_OPTIONS: '' };
    await promisify(execFile)(process.execPath, ['-e', script], { cwd: dirname(MODULES), env });
    const fonts = [join(home, 'fonts'), join(MODULES, '@expo-google-fonts/noto-color-emoji/400Regular')];
    // Chromium aborts where there is no configuration, and skips woff2 files as system fonts.
    // The machine's own fonts are left out: with them lines break elsewhere, and a month shows more rows.
    const config = `<fontconfig>
${fonts.map((dir) => `<dir>${dir}</dir>`).join('')}<cachedir>${join(home, 'fontcache')}</cachedir></fontconfig>`;
    await writeFile(join(staging, 'fonts.conf'), config);
    await rename(staging, home).catch((error: unknown) => existsSync(home) || Promise.reject(error));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The same browser without Playwright Test. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await findChromium());
}
