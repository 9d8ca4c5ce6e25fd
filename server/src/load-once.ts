export interface LoadedOnce<Part> {
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
