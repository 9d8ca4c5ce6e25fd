import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { examplesPage } from './examples-page.ts';
import { wordsPage } from './words-page.ts';

writeFileSync(join(SERVER_FOLDER, '../docs/examples.md'), await examplesPage());
writeFileSync(join(SERVER_FOLDER, '../docs/words.md'), await wordsPage());
