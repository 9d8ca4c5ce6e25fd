/** Asks the person at the browser for something, in a dialog; false when they decline. */
export type Question = () => Promise<boolean>;

/** So long after a no nothing asks again: several requests fail at the same moment. */
const RESPECTED_MS = 3_000;

/** One question however many requests need its answer. */
function createQuestion() {
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
      if (!dialog || performance.now() - declinedAt < RESPECTED_MS) return false;
      open ??= put(dialog);
      return open;
    },
    isAnswered: (): boolean => dialogs.size > 0,
  };
}

/** Who is there, asked again before something weighty. */
export const { answerFor, ask: askIdentity } = createQuestion();

/** A sign-in over the page whose session has ended. */
export const signInAgain = createQuestion();
