import type { Problem } from './kinds/port'

/** Something of which there is a limited number: a roll number, a seat, an e-mail that siblings share. */
export interface Limited {
  key: string
  limit: number
  column: string | null
  /** Told when it is gone; `line` is the row of the same file that took it last, null when it was gone before. */
  refusal: (line: number | null, key: string) => string
}

export interface RowTaking {
  line: number
  /** What it has now and gives back. */
  gives: readonly string[]
  takes: readonly Limited[]
}

const maxRounds = 12

/**
 * What refuses which rows, by their lines, where they cannot all have what they ask for; the earlier in the file comes first. A row gets
 * all of it or is refused, and a refused one gives nothing back: that may refuse another in turn, so it is counted afresh until nothing
 * changes. Should that not come to an end soon, nobody's giving back counts. `held` is how many there are of each key before.
 */
export function rowConflicts(
  rows: readonly RowTaking[],
  held: ReadonlyMap<string, number>,
): ReadonlyMap<number, Problem[]> {
  const refused = new Map<number, Problem[]>()
  for (let round = 1; ; round++) {
    const fresh = refuseOnce(rows, held, refused, round < maxRounds)
    if (fresh === 0 || round >= maxRounds) return refused
  }
}

function refuseOnce(
  rows: readonly RowTaking[],
  held: ReadonlyMap<string, number>,
  refused: Map<number, Problem[]>,
  givingCounts: boolean,
): number {
  const counts = new Map<string, number>()
  const lines = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? held.get(key) ?? 0
  const isGone = ({ key, limit }: Limited) => countOf(key) >= limit
  const left = rows.filter(({ line }) => !refused.has(line))
  if (givingCounts) for (const { gives } of left) for (const key of gives) counts.set(key, countOf(key) - 1)
  let fresh = 0
  for (const { line, takes } of left) {
    const gone = takes.filter(isGone)
    if (gone.length > 0) {
      const problems = gone.map(({ key, column, refusal }) => ({
        column,
        message: refusal(lines.get(key) ?? null, key),
      }))
      refused.set(line, problems)
      fresh++
      continue
    }
    for (const { key } of takes) {
      counts.set(key, countOf(key) + 1)
      lines.set(key, line)
    }
  }
  return fresh
}

/** For rows that are about the same thing as an earlier one of the file: the line of that one. Rows without a key are about nothing yet. */
export function repeatedRows(rows: ReadonlyArray<{ line: number; key: string | null }>): ReadonlyMap<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, key } of rows) {
    if (key === null) continue
    const other = first.get(key)
    if (other === undefined) first.set(key, line)
    else repeated.set(line, other)
  }
  return repeated
}
