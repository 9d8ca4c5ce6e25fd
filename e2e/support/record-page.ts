export interface Found {
  kind: 'DOM' | 'storage' | 'address' | 'cookie';
  /** The path of the page at that moment. */
  where: string;
  text: string;
}

/**
 * Runs inside every page before its own scripts: reports every text and attribute that is ever in the document, and
 * everything put into a storage, to `reportToTest`, as JSON, since Playwright serializes objects slowly. Typed input
 * is left out: the value of a field is read only where it is not editable.
 */
export function recordPage(): void {
  const page = window as unknown as { reportToTest?: (found: string) => void };
  const seen = new Set<string>();
  const found: Found[] = [];
  const note = (kind: Found['kind'], text: string | null): void => {
    if (!text || text.length < 8 || seen.has(`${kind}${text}`)) return;
    seen.add(`${kind}${text}`);
    // One report for all that one change of the page brings, and still before anything else can happen to the page.
    if (found.push({ kind, where: location.pathname, text }) === 1)
      queueMicrotask(() => page.reportToTest?.(JSON.stringify(found.splice(0))));
  };
  const isTyped = (node: Element, name: string): boolean => name === 'value' && node instanceof HTMLInputElement && !node.readOnly;
  const look = (node: Node): void => {
    if (node instanceof Text) note('DOM', node.data);
    if (!(node instanceof Element)) return;
    lookAtAttributes(node);
    for (const child of node.childNodes) look(child);
  };
  const lookAtAttributes = (element: Element): void => {
    for (const { name, value } of element.attributes) if (!isTyped(element, name)) note('DOM', value);
  };
  // Spaces and elements within a code do not hide it: the whole text contains that of every part.
  const lookAtWhole = (node: Node): void => note('DOM', (node.textContent ?? '').replace(/\s/g, ''));
  const lookAround = (): void => {
    note('address', location.href.length > 8 ? JSON.stringify([location.pathname, location.search, history.state]) : null);
    note('cookie', document.cookie);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      for (const node of addedNodes) {
        look(node);
        lookAtWhole(node);
      }
      // The element's content was read when it was added, and reports its own changes.
      if (type === 'attributes') lookAtAttributes(target as Element);
      if (type === 'characterData') {
        look(target);
        lookAtWhole(target.parentNode ?? target);
      }
    }
    lookAround();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key: string, value: string): void {
    note('storage', `${key} ${value}`);
    keep.call(this, key, value);
  };
}
