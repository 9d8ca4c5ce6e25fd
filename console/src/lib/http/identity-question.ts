/** Answers for the person; false if they decline. */
export type Answer = (isDone: boolean) => void;

/** One dialog for all waiting requests; after a refusal it is not shown again for `respectedMs`. */
function createQuestion({ respectedMs }: { respectedMs: number }) {
  const dialogs = new Set<() => Promise<boolean>>();
  let open: Promise<boolean> | null = null;
  let declinedAt = Number.NEGATIVE_INFINITY;
  const put = async (dialog: () => Promise<boolean>): Promise<boolean> => {
    const isDone = await dialog();
    if (!isDone) declinedAt = performance.now();
    open = null;
    return isDone;
  };
  return {
    /** Registers a dialog until the returned function is called, which declines if it is open. `show(null)` hides it. */
    answerFor(show: (answer: Answer | null) => void): () => void {
      let answer: Answer = () => {};
      const dialog = async () => {
        const isDone = await new Promise<boolean>((resolve) => {
          answer = resolve;
          show(answer);
        });
        show(null);
        return isDone;
      };
      dialogs.add(dialog);
      return () => {
        dialogs.delete(dialog);
        answer(false);
      };
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
