import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextState, type StateTable, statesBefore } from './state-table.ts';

const DOOR: StateTable<'open' | 'shut' | 'walled up'> = { open: ['shut'], shut: ['open', 'walled up'], 'walled up': [] };

it('allows the steps of a table, and names both states of any other', () => {
  expect(nextState('door', DOOR, 'open', 'shut')).toBe('shut');
  expect(() => nextState('door', DOOR, 'walled up', 'open')).toThrow('The door is walled up; it cannot become open.');
  expect(statesBefore(DOOR, 'open')).toEqual(['shut']);
});

/** The modules of entities, by path. */
const modules = await Promise.all(
  globSync('**/*.{entity,entities}.ts', { cwd: import.meta.dirname }).map(
    async (path) => [path, Object.values((await import(join(import.meta.dirname, path))) as object)] as const,
  ),
);

interface Stateful {
  meta: { className: string; properties: { state?: { items?: string[] } } };
}

const isStateful = (value: unknown): value is Stateful =>
  typeof value === 'object' && value !== null && 'meta' in value && (value as Stateful).meta.properties?.state?.items !== undefined;

describe('an entity with a state', () => {
  const stateful = modules.flatMap(([path, values]) => values.filter(isStateful).map(({ meta }) => [meta.className, path, meta] as const));

  it('is one of many', () => expect(stateful.length).toBeGreaterThan(15));

  it.each(stateful)('%s has a table of its transitions in its file, over exactly its states', (_, path, { properties }) => {
    const states = (properties.state?.items ?? []).toSorted();
    const exported = modules.find(([found]) => found === path)?.[1] ?? [];
    const tables = exported.filter((value) => typeof value === 'object' && value !== null && !('meta' in value) && !Array.isArray(value));
    const own = tables.filter((table) => String(Object.keys(table as object).toSorted()) === String(states)) as StateTable<string>[];
    expect(own.length).toBeGreaterThan(0);
    for (const table of own) expect(Object.values(table).flatMap((to) => to.filter((state) => !states.includes(state)))).toEqual([]);
  });
});
