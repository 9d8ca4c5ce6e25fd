interface Named {
  id: string;
  name: string;
  account: { name: string };
}

/** A workspace's name; with its account's where another one has the same name. */
export function workspaceName({ id, name, account }: Named, all: readonly Named[]): string {
  return all.some((other) => other.id !== id && other.name === name) ? `${name} · ${account.name}` : name;
}
