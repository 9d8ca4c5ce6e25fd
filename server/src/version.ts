import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FOLDER } from './server-folder.ts';

/** The release this is, from package.json. */
export const VERSION = (JSON.parse(readFileSync(join(SERVER_FOLDER, 'package.json'), 'utf8')) as { version: string }).version;
