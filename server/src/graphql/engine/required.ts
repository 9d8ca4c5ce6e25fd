/** A row that a foreign key guarantees. */
export async function required<Value>(loading: Promise<Value | null>): Promise<Value> {
  const value = await loading;
  if (value === null) throw new Error('A row that a foreign key names is missing.');
  return value;
}
