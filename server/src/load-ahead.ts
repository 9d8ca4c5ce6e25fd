/** Loads a module; the same promise each time, by the module cache. */
type Load<Module> = () => Promise<Module>;

const loads: Load<unknown>[] = [];
let loading: Promise<unknown> | null = null;

/**
 * Declares a module that transactions need and that a start does not wait for. Loading takes seconds on a busy machine, and a transaction
 * that is idle for as long is ended by PostgreSQL (`SERVICE_LIMITS.silence`), so transactions begin once it is loaded.
 */
export function loadAhead<Module>(load: Load<Module>): Load<Module> {
  loads.push(load);
  // A part of the service that is itself loaded later.
  if (loading) loading = Promise.allSettled([loading, load()]);
  return load;
}

/** Loads everything declared so far, one after the other, so signals and requests get through. Resolves once it is loaded. */
export async function startLoading(): Promise<void> {
  loading ??= loadAll([...loads]);
  await loading;
}

async function loadAll(each: readonly Load<unknown>[]): Promise<void> {
  // One that fails is tried again by its user.
  for (const load of each) await load().catch(() => undefined);
}

/** Resolves once nothing is being loaded ahead; at once in processes that never started it. */
export async function loadedAhead(): Promise<void> {
  for (let seen: Promise<unknown> | null = null; seen !== loading; ) {
    seen = loading;
    await seen;
  }
}

interface LoadedOnce<Part> {
  /** The part, loaded on the first call. */
  load(): Promise<Part>;
  /** The part once it was loaded; null if it was never requested. Never rejects. */
  loaded(): Promise<Part | null>;
}

/** A lazily loaded part of the service. If loading fails, the next call tries again. */
export function loadOnce<Part>(open: () => Promise<Part>): LoadedOnce<Part> {
  let loading: Promise<Part> | null = null;
  return {
    load() {
      loading ??= open().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    loaded: async () => loading?.catch(() => null) ?? null,
  };
}
