import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { examplesPage } from './examples-page.ts';

writeFileSync(resolve(import.meta.dirname, '../../../../docs/examples.md'), await examplesPage());
