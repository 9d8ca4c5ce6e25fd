/** A `ref` for a field that is focused with a text: puts the caret at its end. */
export function caretAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length);
}
