/** Asks the person something in a dialog; false if they decline. */
export type Question = () => Promise<boolean>;

/** One dialog for all waiting requests; after a refusal it is not shown again for `respectedMs`. */
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
    /** Registers the dialog, until the returned function is called. */
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

/** Confirms the identity before a sensitive action. */
export const { answerFor, ask: askIdentity } = createQuestion({ respectedMs: 0 });

/** A sign-in over the page whose session has ended. Several requests meet the end, one after the other. */
export const signInAgain = createQuestion({ respectedMs: 3_000 });
