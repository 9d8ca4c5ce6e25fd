/**
 * Runs inside every page before its own scripts: hands every text and attribute that ever stands in
 * the document, and everything that is put into a storage, to `report`. What a person types is left
 * out: a field's value is only looked at where it cannot be typed into.
 */
export function recordPage(): void {
  const page = window as unknown as { reportToTest?: (kind: string, path: string, text: string) => void };
  const seen = new Set<string>();
  const note = (kind: string, text: string | null): void => {
    if (!text || text.length < 8 || seen.has(`${kind}${text}`)) return;
    seen.add(`${kind}${text}`);
    page.reportToTest?.(kind, location.pathname, text);
  };
  const isTyped = (node: Element, name: string): boolean => name === 'value' && node instanceof HTMLInputElement && !node.readOnly;
  const look = (node: Node): void => {
    if (node instanceof Text) note('DOM', node.data);
    if (!(node instanceof Element)) return;
    for (const { name, value } of node.attributes) if (!isTyped(node, name)) note('DOM', value);
    // Spaces and elements within a code do not hide it.
    if (node.childElementCount > 0) note('DOM', (node.textContent ?? '').replace(/\s/g, ''));
    for (const child of node.childNodes) look(child);
  };
  const lookAround = (): void => {
    note('address', location.href.length > 8 ? JSON.stringify([location.pathname, location.search, history.state]) : null);
    note('cookie', document.cookie);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(look);
      else look(target);
    }
    lookAround();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(key: string, value: string): void {
    note('storage', `${key} ${value}`);
    keep.call(this, key, value);
  };
}
