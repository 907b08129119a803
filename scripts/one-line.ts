/** What people typed, for a terminal: nothing that moves the cursor or begins a line of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** A line of a table for a terminal or another program. */
export const tabbed = (cells: ReadonlyArray<string | number>): string =>
  cells.map((cell) => oneLine(String(cell))).join('\t')

/** What is known of one thing, a line for each. */
export function tellFacts(facts: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(facts)) console.log(`${name}: ${oneLine(String(value))}`)
}

/** In UTC, to the minute. */
export const moment = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
