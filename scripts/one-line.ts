/** Makes user input safe for a terminal: removes control characters and line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** Formats a table row for a terminal or another program. */
export const tabbed = (cells: ReadonlyArray<string | number>): string =>
  cells.map((cell) => oneLine(String(cell))).join('\t')

export function printFacts(facts: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(facts)) console.log(`${name}: ${oneLine(String(value))}`)
}

export const formatUtcMinute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
