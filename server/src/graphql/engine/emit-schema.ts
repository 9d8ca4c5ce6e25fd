import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { printGraphqlSchema } from './build-schema.ts';
import { findUndeclaredBreaks } from './schema-breaks.ts';

const FILE = join(SERVER_FOLDER, '../schema.graphql');

const sdl = printGraphqlSchema();
const before = readFileSync(FILE, 'utf8');
if (!process.argv.includes('--check')) {
  const breaks = findUndeclaredBreaks(before, sdl).map((change) => `  ${change}\n`);
  if (breaks.length === 0) writeFileSync(FILE, sdl);
  else {
    process.stderr.write(
      `schema.graphql was not written, since documents of today would break. Declare it in schema-breaks.ts, or undo it:\n${breaks.join('')}`,
    );
    process.exitCode = 1;
  }
} else if (before !== sdl) {
  process.stderr.write(
    'schema.graphql is not in step with the code. Run "node dist/graphql/engine/emit-schema.js" in server/ after a build.\n',
  );
  process.exitCode = 1;
}
