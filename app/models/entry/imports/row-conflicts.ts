import type { Problem } from './kinds/port'

/** A value that only a limited number of rows may have: a roll number, a seat, an e-mail that siblings share. */
export interface Limited {
  key: string
  limit: number
  column: string | null
  /**
   * Error message when the limit is reached; `line` is the last line of the same file that took this value, null when
   * the limit was reached before the import.
   */
  refusal: (line: number | null, key: string) => string
}

export interface RowTaking {
  line: number
  /** Values that the row currently has and gives up. */
  gives: readonly string[]
  takes: readonly Limited[]
}

const maxRounds = 12

/**
 * Finds the rows, by line, that must be refused because they exceed a limit; earlier lines take precedence. A row gets
 * everything it takes or is refused. A refused row frees nothing, so further rows may be refused: repeats until nothing
 * changes, at most `maxRounds` times; the last time, it ignores freed values. `holderCounts` is the current number of
 * holders of each key.
 */
export function rowConflicts(
  rows: readonly RowTaking[],
  holderCounts: ReadonlyMap<string, number>,
): ReadonlyMap<number, Problem[]> {
  const refused = new Map<number, Problem[]>()
  for (let round = 1; ; round++) {
    const fresh = refuseOnce(rows, holderCounts, refused, round < maxRounds)
    if (fresh === 0 || round >= maxRounds) return refused
  }
}

function refuseOnce(
  rows: readonly RowTaking[],
  holderCounts: ReadonlyMap<string, number>,
  refused: Map<number, Problem[]>,
  givingCounts: boolean,
): number {
  const counts = new Map<string, number>()
  const lines = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? holderCounts.get(key) ?? 0
  const isGone = ({ key, limit }: Limited) => countOf(key) >= limit
  const left = rows.filter(({ line }) => !refused.has(line))
  if (givingCounts) for (const { gives } of left) for (const key of gives) counts.set(key, countOf(key) - 1)
  let fresh = 0
  for (const { line, takes } of left) {
    const conflicts = takes.filter(isGone)
    if (conflicts.length > 0) {
      const problems = conflicts.map(({ key, column, refusal }) => ({
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

/** Maps rows that repeat the key of an earlier row to that row's line. Rows without a key do not count. */
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
