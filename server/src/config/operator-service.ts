import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/** The base address of a service of the operator's, without a trailing slash. Throws a message that names the setting. */
export function readBaseUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Error(`${name} must be a web address such as https://api.openai.com/v1, without a password in it.`);
  return value.replace(/\/+$/, '');
}

/** An API key from one setting, or from the file that the other names; null without one. */
export function readKey(env: Environment, name: string, fileName: string): string | null {
  const file = env[fileName];
  if (!file) return env[name]?.trim() || null;
  if (env[name]) throw new Error(`Set ${name} or ${fileName}, not both.`);
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new Error(`${fileName} names ${file}, which cannot be read.`);
  }
}

/** A whole number from 1 to `most`. */
export function readWhole(env: Environment, name: string, { otherwise, most }: { otherwise: number; most: number }): number {
  const text = env[name] || String(otherwise);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw new Error(`${name} must be a whole number from 1 to ${most}, not "${text}".`);
  return value;
}
