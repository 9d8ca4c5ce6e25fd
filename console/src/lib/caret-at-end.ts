/** As the `ref` of a field that takes the focus with a text in it: one goes on writing at its end. */
export function caretAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length);
}
