import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import type { SecretFigures } from './secret-watch.ts';

export const FIGURES_FILE = 'secrets.jsonl';

/** After all specs: how much of what every browser saw was searched for how many secrets (promise K2). */
export default function printSecretFigures({ projects }: FullConfig): void {
  const file = join(projects[0]?.outputDir ?? '', FIGURES_FILE);
  if (!existsSync(file)) return;
  const all: SecretFigures[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const sum = (key: keyof SecretFigures): number => all.reduce((total, figures) => total + figures[key], 0);
  const searches = `${sum('secrets')} searches for secrets in ${sum('answers')} answers and ${sum('texts')} texts of pages, storages and logs`;
  process.stdout.write(`K2 no secret in a user interface: ${all.length} specs, ${searches}: ${sum('hits')} hits\n`);
}
