/** Something of which there is a limited number: a roll number, a seat, an e-mail that siblings share. */
export interface Claim {
  key: string
  limit: number
  column: string | null
  /** Told when it is gone; `line` is the row of the same file that took it last, null when it was gone before. */
  refusal: (line: number | null) => string
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
  const taken = new Map<string, { count: number; line: number | null }>()
  const at = (key: string) => taken.get(key) ?? { count: held.get(key) ?? 0, line: null }
  const standing = rows.filter((row) => !refused.has(row.line))
  if (givingCounts) {
    for (const row of standing) {
      for (const key of row.gives) taken.set(key, { count: at(key).count - 1, line: null })
    }
  }
  let fresh = 0
  for (const row of standing) {
    const gone = row.takes.filter((claim) => at(claim.key).count >= claim.limit)
    if (gone.length > 0) {
      refused.set(
        row.line,
        gone.map(({ key, column, refusal }) => ({ column, message: refusal(at(key).line) })),
      )
      fresh++
      continue
    }
    for (const { key } of row.takes) taken.set(key, { count: at(key).count + 1, line: row.line })
  }
  return fresh
}
