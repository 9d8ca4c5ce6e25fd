import DataLoader from 'dataloader';

type Rows<Value> = Promise<ReadonlyMap<string, Value>>;

/** Gathers ids that are asked for at the same time into one call of `find`; what it leaves out is `missing`. */
export function batchById<Value, Missing = null>(
  find: (ids: readonly string[]) => Rows<Value>,
  missing: Missing,
): DataLoader<string, Value | Missing> {
  return new DataLoader(async (ids) => {
    const found = await find(ids);
    return ids.map((id) => found.get(id) ?? missing);
  });
}

/** The same for functions that want the rows themselves; the answer is by the row's id. */
export function batchByRow<Row extends { id: string }, Value, Missing = null>(
  find: (rows: readonly Row[]) => Rows<Value>,
  missing: Missing,
): DataLoader<Row, Value | Missing, string> {
  return new DataLoader<Row, Value | Missing, string>(
    async (rows) => {
      const found = await find(rows);
      return rows.map((row) => found.get(row.id) ?? missing);
    },
    { cacheKeyFn: (row) => row.id },
  );
}
