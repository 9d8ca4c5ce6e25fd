/** Splits a post at a position; the space around it goes. */
export function splitPost(posts: readonly string[], index: number, at: number): string[] {
  const post = posts[index] ?? '';
  return [...posts.slice(0, index), post.slice(0, at).trimEnd(), post.slice(at).trimStart(), ...posts.slice(index + 1)];
}

/** Joins a post with the following one, as paragraphs. `seam`: where the second begins. */
export function joinPosts(posts: readonly string[], index: number): { posts: string[]; seam: number } {
  const [first, second] = [posts[index]?.trimEnd() ?? '', posts[index + 1]?.trimStart() ?? ''];
  const between = first !== '' && second !== '' ? '\n\n' : '';
  return {
    posts: [...posts.slice(0, index), `${first}${between}${second}`, ...posts.slice(index + 2)],
    seam: first.length + between.length,
  };
}

export function movePost(posts: readonly string[], index: number, by: -1 | 1): string[] {
  const order = [...posts];
  const [moved] = order.splice(index, 1);
  if (moved !== undefined) order.splice(index + by, 0, moved);
  return order;
}

/** One is left in any case. */
export function removePost(posts: readonly string[], index: number): string[] {
  return posts.length > 1 ? posts.filter((_, at) => at !== index) : [''];
}

/** Another text for the post at this place, or where it was moved to; nothing where it is no longer `from`. */
export function replacePost(posts: readonly string[], index: number, from: string, to: string): string[] {
  const place = posts[index] === from ? index : posts.indexOf(from);
  return posts.map((post, at) => (at === place ? to : post));
}
