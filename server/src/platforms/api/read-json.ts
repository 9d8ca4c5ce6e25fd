import { say } from '../../languages/sentence.ts';
import type { Figure, Json, JsonObject, Metric } from '../platform.ts';
import { faultWith } from './api-fault.ts';

/** The value at a path of a response, for instance `at(body, 'data', 'id')`; undefined if there is none. */
export function at(body: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let value: Json | undefined = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(step)] : (value as JsonObject)[step];
  }
  return value;
}

/** A text, or a number as text, since some platforms return numeric ids. Null if there is none. */
export function textAt(body: Json | undefined, ...path: (string | number)[]): string | null {
  const value = at(body, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A text for comparison: networks normalise characters (Unicode NFC) and change white space. */
export function onOneLine(text: Json | undefined): string {
  return String(text ?? '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The list at a path; empty if there is none. */
export function listAt(body: Json | undefined, ...path: (string | number)[]): Json[] {
  const value = at(body, ...path);
  return Array.isArray(value) ? value : [];
}

/** A page of a list, and what the network calls its next one. */
export interface Page {
  items: readonly Json[];
  next: string | null;
}

/** Every item of a list that goes on at a cursor; `isWhole`: it ended within the most pages that are read. */
export async function readByCursor(
  mostPages: number,
  read: (cursor: string | null) => Promise<Page>,
): Promise<{ items: Json[]; isWhole: boolean }> {
  const all: Json[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next }: Page = await read(cursor);
    all.push(...items);
    if (next === null) return { items: all, isWhole: true };
    cursor = next;
  }
  return { items: all, isWhole: false };
}

/** A required text. Without it the response is invalid, and the outcome unknown. */
export function requiredText(label: string, body: Json | undefined, ...path: (string | number)[]): string {
  const text = textAt(body, ...path);
  if (text !== null) return text;
  throw faultWith('unknown', say`${label} sent an invalid response: it has no ${path.join('.')}.`);
}

/** A whole number, or one as text. Null if there is none: a figure that was not reported is not 0. */
export function countAt(body: Json | undefined, ...path: (string | number)[]): number | null {
  const text = textAt(body, ...path);
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Figures by the network's own names, which are paths with dots, each with its common name. */
export function figuresAt(body: Json | undefined, names: Readonly<Record<string, Metric | null>>): Figure[] {
  return Object.entries(names).map(([name, metric]) => ({ name, metric, value: countAt(body, ...name.split('.')) }));
}
