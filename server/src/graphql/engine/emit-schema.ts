import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printGraphqlSchema } from './build-schema.ts';

const FILE = resolve(import.meta.dirname, '../../../../schema.graphql');

const sdl = printGraphqlSchema();
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, sdl);
} else if (readFileSync(FILE, 'utf8') !== sdl) {
  process.stderr.write(
    'schema.graphql is not in step with the code. Run "node dist/graphql/engine/emit-schema.js" in server/ after a build.\n',
  );
  process.exitCode = 1;
}
