import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../../server-folder.ts';
import { confusionPage } from './confusion-table.ts';

writeFileSync(join(SERVER_FOLDER, '../docs/safety-checks.md'), await confusionPage());
