const NUMBER = /(\s+)(\d+)\/(\d+)$/;

/** A change of a thread. Where every post ends with its number, as in "2/3", the numbers follow; `bare` takes a post's off. */
function renumbered(posts: readonly string[], change: (plain: readonly string[], bare: (post: string) => string) => string[]): string[] {
  const isNumbered =
    posts.length > 1 && posts.every((post, index) => NUMBER.exec(post)?.slice(2).join() === `${index + 1},${posts.length}`);
  if (!isNumbered) return change(posts, (post) => post);
  const space = NUMBER.exec(posts[0] ?? '')?.[1] ?? '';
  const bare = (post: string): string => post.replace(NUMBER, '');
  const changed = change(posts.map(bare), bare);
  return changed.length > 1 ? changed.map((post, index) => `${post}${space}${index + 1}/${changed.length}`) : changed;
}

/** The posts that are saved: without those that are empty but for their number. The first stays in any case. */
export function filledPosts(posts: readonly string[]): string[] {
  const isEmpty = (post: string, index: number): boolean => index > 0 && post.trim() === '';
  const filled = renumbered(posts, (plain) => plain.filter((post, index) => !isEmpty(post, index)));
  return filled.length === posts.length ? [...posts] : filled;
}

/** Splits a post at a position; the space around it goes. */
export function splitPost(posts: readonly string[], index: number, at: number): string[] {
  return renumbered(posts, (plain) => {
    const post = plain[index] ?? '';
    return [...plain.slice(0, index), post.slice(0, at).trimEnd(), post.slice(at).trimStart(), ...plain.slice(index + 1)];
  });
}

/** Joins a post with the following one, as paragraphs. `seam`: where the second begins. */
export function joinPosts(posts: readonly string[], index: number): { posts: string[]; seam: number } {
  let seam = 0;
  const joined = renumbered(posts, (plain) => {
    const [first, second] = [plain[index]?.trimEnd() ?? '', plain[index + 1]?.trimStart() ?? ''];
    const between = first !== '' && second !== '' ? '\n\n' : '';
    seam = first.length + between.length;
    return [...plain.slice(0, index), `${first}${between}${second}`, ...plain.slice(index + 2)];
  });
  return { posts: joined, seam };
}

export function movePost(posts: readonly string[], index: number, by: -1 | 1): string[] {
  return renumbered(posts, (plain) => {
    const order = [...plain];
    const [moved] = order.splice(index, 1);
    if (moved !== undefined) order.splice(index + by, 0, moved);
    return order;
  });
}

export function addPost(posts: readonly string[]): string[] {
  return renumbered(posts, (plain) => [...plain, '']);
}

/** One is left in any case. */
export function removePost(posts: readonly string[], index: number): string[] {
  return posts.length > 1 ? renumbered(posts, (plain) => plain.filter((_, at) => at !== index)) : [''];
}

/** Another text for the post at this place, or where it was moved to, whatever its number is now; nothing where it is no longer `from`. */
export function replacePost(posts: readonly string[], index: number, from: string, to: string): string[] {
  return renumbered(posts, (plain, bare) => {
    const place = plain[index] === bare(from) ? index : plain.indexOf(bare(from));
    return plain.map((post, at) => (at === place ? bare(to) : post));
  });
}
