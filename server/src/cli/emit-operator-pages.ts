import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, environmentExample } from '../config/settings-pages.ts';
import { SERVER_FOLDER } from '../server-folder.ts';
import { cliPage } from './parse-command.ts';

/** Writes the operator's generated pages; `npm run generate` calls it, tests compare. */
const pages = { 'docs/configuration.md': configurationPage(), '.env.example': environmentExample(), 'docs/cli.md': cliPage() };
for (const [file, text] of Object.entries(pages)) writeFileSync(join(SERVER_FOLDER, '..', file), text);
