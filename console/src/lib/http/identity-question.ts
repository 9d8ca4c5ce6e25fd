/** Asks whoever is at the browser to show again who they are; false when they would rather not. */
export type IdentityQuestion = () => Promise<boolean>;

const questions = new Set<IdentityQuestion>();

/** From now on this one asks, until the answer's function is called. */
export function answerFor(question: IdentityQuestion): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** False also where nothing is there that could ask. */
export async function askIdentity(): Promise<boolean> {
  const question = [...questions].at(-1);
  return question ? question() : false;
}
