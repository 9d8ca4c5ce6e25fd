// A program: WordPress itself under PHP as WebAssembly, on loopback. It prints its address and an application password as JSON.
// Plain JavaScript, since the packages' types do not resolve from TypeScript.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { getPHPLoaderModule } from '@php-wasm/node-8-3';
import { loadPHPRuntime, PHP, PHPRequestHandler } from '@php-wasm/universal';

const USER = 'harbour';
const SITE = '/site';
const builds = createRequire(import.meta.url).resolve('@wp-playground/wordpress-builds/package.json');
const fileOfBuilds = (name) => readFileSync(builds.replace(/package\.json$/, `src/${name}`));

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  start(url).then(
    (applicationPassword) => process.stdout.write(`${JSON.stringify({ url, username: USER, applicationPassword })}\n`),
    (error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      process.exit(1);
    },
  );
});
// Its parent has ended.
process.stdin.on('end', () => process.exit(0)).resume();

async function start(url) {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}));
  const handler = new PHPRequestHandler({ php, documentRoot: SITE, absoluteUrl: url });
  await unpack(php);
  php.writeFile(`${SITE}/wp-config.php`, configFor(url));
  const { text } = await php.run({ code: CREATE_USER });
  let turn = Promise.resolve();
  server.on('request', (request, response) => {
    // One program runs one script after the other.
    turn = turn.then(async () => {
      const { method = 'GET', url: path = '/', headers } = request;
      const answer = await handler.request({
        method,
        url: path,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(await bodyOf(request)),
      });
      response.writeHead(answer.httpStatusCode, answer.headers).end(Buffer.from(answer.bytes));
    });
  });
  return text.trim();
}

async function unpack(php) {
  php.writeFile('/wordpress.zip', fileOfBuilds('wordpress/wp-6.5.zip'));
  php.writeFile('/sqlite.zip', fileOfBuilds('sqlite-database-integration/sqlite-database-integration.zip'));
  const { text } = await php.run({
    code: `<?php
      foreach (['/wordpress.zip' => '${SITE}', '/sqlite.zip' => '${SITE}/wp-content/plugins'] as $file => $folder) {
        $zip = new ZipArchive; $zip->open($file); $zip->extractTo($folder); $zip->close(); unlink($file);
      }
      $plugin = '${SITE}/wp-content/plugins/sqlite-database-integration';
      rename($plugin . '-main', $plugin);
      $connector = file_get_contents($plugin . '/db.copy');
      file_put_contents('${SITE}/wp-content/db.php', str_replace(['{SQLITE_IMPLEMENTATION_FOLDER_PATH}', '{SQLITE_PLUGIN}'], [$plugin, 'sqlite-database-integration/load.php'], $connector));
      echo 'unpacked';`,
  });
  if (text !== 'unpacked') throw new Error(text);
}

const configFor = (url) => `<?php
  define('DB_NAME', 'wordpress'); define('DB_USER', ''); define('DB_PASSWORD', ''); define('DB_HOST', ''); define('DB_CHARSET', 'utf8mb4');
  define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
  // Application passwords want https, or a site that says that it is a developer's own.
  define('WP_ENVIRONMENT_TYPE', 'local');
  define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
  foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) { define($name . '_KEY', 'key ' . $name); define($name . '_SALT', 'salt ' . $name); }
  $table_prefix = 'wp_';
  if (!defined('ABSPATH')) define('ABSPATH', '${SITE}/');
  require_once ABSPATH . 'wp-settings.php';`;

/** The database that comes with it is that of a site right after its installation; installing it here would take 12 s. */
const CREATE_USER = `<?php
  require '${SITE}/wp-load.php';
  wp_insert_user(['user_login' => '${USER}', 'user_pass' => wp_generate_password(40), 'role' => 'administrator']);
  $user = get_user_by('login', '${USER}');
  echo WP_Application_Passwords::create_new_application_password($user->ID, ['name' => 'Countersign'])[0];`;

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
