import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian puts WordPress. */
const PACKAGE = '/usr/share/wordpress';
const NEEDED = [`${PACKAGE}/wp-load.php`, '/usr/bin/php', '/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db'];
/** What is missing for a real site on this machine; empty where nothing is. */
export const missingForWordpress: readonly string[] = NEEDED.filter((file) => !existsSync(file));

export interface WordpressSite {
  url: string;
  username: string;
  applicationPassword: string;
  stop(): Promise<void>;
}

/**
 * A real site: Debian's WordPress under PHP's own server, with a database of its own in a new folder.
 * It listens on loopback only, calls nobody and leaves nothing behind.
 */
export async function startWordpressSite(): Promise<WordpressSite> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-wordpress-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  await Promise.all([linkProgram(folder), writeSettings(folder, url), createDatabase(folder)]);
  const database = await startDatabase(folder);
  const php = ['-d', `auto_prepend_file=${folder}/prepend.php`, '-d', 'memory_limit=256M', '-d', 'sendmail_path=/bin/true'];
  const { stdout } = await run('/usr/bin/php', [...php, join(folder, 'install.php')]);
  const server = spawn('/usr/bin/php', [...php, '-S', new URL(url).host, '-t', join(folder, 'site')]);
  await saysThat(server, /Development Server .* started/);
  return {
    url,
    username: 'harbour',
    applicationPassword: stdout.trim(),
    async stop() {
      await Promise.all([server, database].map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The package's own files, except for what belongs to one site. */
async function linkProgram(folder: string): Promise<void> {
  await mkdir(join(folder, 'site/wp-content/uploads'), { recursive: true });
  const names = (await readdir(PACKAGE)).filter((name) => !['wp-config.php', 'wp-content'].includes(name));
  await Promise.all(names.map((name) => symlink(join(PACKAGE, name), join(folder, 'site', name))));
}

async function writeSettings(folder: string, url: string): Promise<void> {
  const files = {
    // Without this WordPress would follow the links, and look for the settings of the machine.
    'prepend.php': `<?php if (!defined('ABSPATH')) define('ABSPATH', '${folder}/site/');`,
    'site/wp-config.php': `<?php
      define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
      define('DB_HOST', 'localhost:${folder}/db.sock'); define('DB_CHARSET', 'utf8mb4');
      define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
      // Application passwords want https, or a site that says it is nobody's but the developer's.
      define('WP_ENVIRONMENT_TYPE', 'local');
      define('WP_CONTENT_DIR', ABSPATH . 'wp-content');
      define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
      foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) { define($name . '_KEY', 'key ' . $name); define($name . '_SALT', 'salt ' . $name); }
      $table_prefix = 'wp_';
      require_once ABSPATH . 'wp-settings.php';`,
    'install.php': `<?php
      (new mysqli('localhost', 'root', '', '', 0, '${folder}/db.sock'))->query('create database wordpress character set utf8mb4');
      define('WP_INSTALLING', true);
      $_SERVER['HTTP_HOST'] = '${new URL(url).host}';
      require ABSPATH . 'wp-load.php';
      require ABSPATH . 'wp-admin/includes/upgrade.php';
      wp_install('Harbour', 'harbour', 'ada@example.org', true, '', wp_generate_password(40));
      echo WP_Application_Passwords::create_new_application_password(1, ['name' => 'Countersign'])[0];`,
  };
  await mkdir(join(folder, 'site'), { recursive: true });
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
}

/** MariaDB will not run as root unless it is told that this is meant. */
const asMe = () => (process.getuid?.() === 0 ? ['--user=root'] : []);

async function createDatabase(folder: string): Promise<void> {
  const options = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  await run('/usr/bin/mariadb-install-db', ['--no-defaults', `--datadir=${folder}/db`, ...options, ...asMe()]);
}

async function startDatabase(folder: string): Promise<ChildProcess> {
  const speed = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M'];
  const place = [`--datadir=${folder}/db`, `--socket=${folder}/db.sock`, `--pid-file=${folder}/db.pid`, '--skip-networking'];
  const database = spawn('/usr/sbin/mariadbd', ['--no-defaults', ...place, ...speed, ...asMe()]);
  await saysThat(database, /ready for connections/);
  return database;
}

/** Waits until a program says so; fails with what it said when it ends first. */
async function saysThat(program: ChildProcess, words: RegExp): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    program.stderr?.on('data', (text) => {
      said += text;
      if (words.test(said)) resolve();
    });
    program.once('exit', () => reject(new Error(said)));
  });
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
