import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { confusionPage } from './confusion-table.ts';

writeFileSync(resolve(import.meta.dirname, '../../../../docs/safety-checks.md'), await confusionPage());
