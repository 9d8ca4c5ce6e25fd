/** Asks the person at the browser for something, in a dialog; false when they decline. */
export type Question = () => Promise<boolean>;

/** One question however many requests need its answer; after a no it is not put again for `respectedMs`. */
function createQuestion({ respectedMs }: { respectedMs: number }) {
  const dialogs = new Set<Question>();
  let open: Promise<boolean> | null = null;
  let declinedAt = Number.NEGATIVE_INFINITY;
  const put = async (dialog: Question): Promise<boolean> => {
    const isDone = await dialog();
    if (!isDone) declinedAt = performance.now();
    open = null;
    return isDone;
  };
  return {
    /** Has this dialog ask, until the returned function is called. */
    answerFor(dialog: Question): () => void {
      dialogs.add(dialog);
      return () => void dialogs.delete(dialog);
    },
    /** False also where no dialog is there. */
    async ask(): Promise<boolean> {
      const dialog = [...dialogs].at(-1);
      if (!dialog || performance.now() - declinedAt < respectedMs) return false;
      open ??= put(dialog);
      return open;
    },
    isAnswered: (): boolean => dialogs.size > 0,
  };
}

/** Who is there, asked again before something weighty. */
export const { answerFor, ask: askIdentity } = createQuestion({ respectedMs: 0 });

/** A sign-in over the page whose session has ended. Several requests meet the end, one after the other. */
export const signInAgain = createQuestion({ respectedMs: 3_000 });
