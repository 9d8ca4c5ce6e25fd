/** One operation of the documentation. Texts may hold `code` between backticks and no markup. */
export interface OperationText {
  /** The section's anchor. */
  id: string;
  method: string;
  path: string;
  text: string;
  fields: readonly (readonly [name: string, type: string, text: string])[];
  request: string;
  answer: string;
}

/** An operation as a section of the page: what it does, its fields, a request and its answer. */
export function renderOperation({ id, method, path, text, fields, request, answer }: OperationText): string {
  return [
    `<section aria-labelledby="${id}">`,
    `<h3 id="${id}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>`,
    `<p>${renderText(text)}</p>`,
    fields.length > 0 ? renderFields(fields) : '',
    `<pre><code>${escapeHtml(request)}</code></pre>`,
    `<pre><code>${escapeHtml(answer)}</code></pre>`,
    '</section>',
  ].join('\n');
}

function renderFields(fields: OperationText['fields']): string {
  const rows = fields.map((cells) => `<tr>${cells.map((cell) => `<td>${renderText(cell)}</td>`).join('')}</tr>`);
  const head = '<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>';
  return `<div class="table"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function renderText(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
