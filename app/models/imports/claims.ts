/** Something of which there is a limited number: a roll number, a seat, an e-mail that siblings share. */
export interface Claim {
  key: string
  limit: number
  column: string | null
  /** Told when it is gone; `line` is the row of the same file that took it last, null when it was gone before. */
  refusal: (line: number | null, key: string) => string
}

export interface Claimant {
  line: number
  /** What it has now and gives back. */
  gives: readonly string[]
  takes: readonly Claim[]
}

export interface Refused {
  column: string | null
  message: string
}

const mostRounds = 12

/**
 * Who of the rows, in their order, gets what they ask for. A row gets all of it or is refused, and who is refused gives nothing
 * back: that may refuse another in turn, so it is counted afresh until nothing changes. Should that not come to an end soon,
 * nobody's giving back counts. `held` is how many there are of each key before.
 */
export function settleClaims(rows: readonly Claimant[], held: ReadonlyMap<string, number>): Map<number, Refused[]> {
  const refused = new Map<number, Refused[]>()
  for (let round = 1; ; round++) {
    const fresh = settleOnce(rows, held, refused, round < mostRounds)
    if (fresh === 0 || round >= mostRounds) return refused
  }
}

function settleOnce(
  rows: readonly Claimant[],
  held: ReadonlyMap<string, number>,
  refused: Map<number, Refused[]>,
  givingCounts: boolean,
): number {
  const counts = new Map<string, number>()
  const lines = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? held.get(key) ?? 0
  const isGone = ({ key, limit }: Claim) => countOf(key) >= limit
  if (givingCounts) {
    for (const row of rows) {
      if (refused.has(row.line)) continue
      for (const key of row.gives) counts.set(key, countOf(key) - 1)
    }
  }
  let fresh = 0
  for (const { line, takes } of rows) {
    if (refused.has(line)) continue
    if (takes.some(isGone)) {
      const gone = takes.filter(isGone)
      refused.set(
        line,
        gone.map(({ key, column, refusal }) => ({ column, message: refusal(lines.get(key) ?? null, key) })),
      )
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
