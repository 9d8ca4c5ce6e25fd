import { openEmbeddedDatabase } from '../embedded-postgres.ts';

/**
 * A process for the tests: opens the embedded database of the given folder, prints its URL, and closes it again when
 * its standard input ends or receives anything.
 */
const [, , dataDir = ''] = process.argv;
try {
  const database = await openEmbeddedDatabase({ dataDir, durable: false, log: (message) => console.error(message) });
  console.log(database.url);
  process.stdin.once('data', () => process.stdin.destroy());
  process.stdin.once('close', () => void database.close().then(() => console.log('closed')));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
