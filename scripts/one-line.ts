/** What people typed, for a terminal: nothing that moves the cursor or begins a line of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
