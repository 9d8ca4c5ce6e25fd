import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesPage } from '../captions/corpus/examples-page.ts';
import { wordsPage } from '../captions/corpus/words-page.ts';
import { configurationPage, environmentExample } from '../config/settings-pages.ts';
import { confusionPage } from '../safety/confusion-table.ts';
import { SERVER_FOLDER } from '../server-folder.ts';
import { cliPage } from './parse-command.ts';

/** Writes the generated pages of the documentation; `npm run generate` calls it, tests compare. */
const pages = {
  'docs/examples.md': examplesPage,
  'docs/words.md': wordsPage,
  'docs/safety-checks.md': confusionPage,
  'docs/configuration.md': configurationPage,
  '.env.example': environmentExample,
  'docs/cli.md': cliPage,
};
for (const [file, page] of Object.entries(pages)) writeFileSync(join(SERVER_FOLDER, '..', file), await page());
