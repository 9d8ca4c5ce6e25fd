export interface LoadedOnce<Part> {
  /** The part, which is loaded for the first who asks. */
  load(): Promise<Part>;
  /** The part once it was loaded; null if it was never requested. Never rejects. */
  loaded(): Promise<Part | null>;
}

/** A part of the service that is loaded with the first who needs it. One that could not be loaded is tried again with the next. */
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
