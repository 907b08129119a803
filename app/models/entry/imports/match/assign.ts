/**
 * Finds the assignment of rows to columns with the highest sum of scores (Hungarian method with potentials). Each row
 * and column is used once at most. A score of zero or less means that the two never belong together. Returns the column
 * of each row, or null.
 */
export function assign(scores: ReadonlyArray<readonly number[]>): Array<number | null> {
  const rows = scores.length
  const columns = Math.max(0, ...scores.map((row) => row.length))
  // One extra column for each row, so that a row without a good match stays unassigned.
  const width = columns + rows
  const cost = (row: number, column: number) => (column < columns ? -Math.max(0, scores[row]?.[column] ?? 0) : 0)
  const rowPotential = new Array<number>(rows + 1).fill(0)
  const columnPotential = new Array<number>(width + 1).fill(0)
  const rowOfColumn = new Array<number>(width + 1).fill(0)
  for (let row = 1; row <= rows; row++) {
    rowOfColumn[0] = row
    const least = new Array<number>(width + 1).fill(Number.POSITIVE_INFINITY)
    const previous = new Array<number>(width + 1).fill(0)
    const used = new Array<boolean>(width + 1).fill(false)
    let column = 0
    do {
      used[column] = true
      const current = rowOfColumn[column] ?? 0
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let other = 1; other <= width; other++) {
        if (used[other]) continue
        const slack = cost(current - 1, other - 1) - (rowPotential[current] ?? 0) - (columnPotential[other] ?? 0)
        if (slack < (least[other] ?? 0)) {
          least[other] = slack
          previous[other] = column
        }
        if ((least[other] ?? 0) < step) {
          step = least[other] ?? 0
          next = other
        }
      }
      for (let other = 0; other <= width; other++) {
        if (used[other]) {
          const owner = rowOfColumn[other] ?? 0
          rowPotential[owner] = (rowPotential[owner] ?? 0) + step
          columnPotential[other] = (columnPotential[other] ?? 0) - step
        } else least[other] = (least[other] ?? 0) - step
      }
      column = next
    } while (rowOfColumn[column] !== 0)
    while (column !== 0) {
      const before = previous[column] ?? 0
      rowOfColumn[column] = rowOfColumn[before] ?? 0
      column = before
    }
  }
  const result = new Array<number | null>(rows).fill(null)
  for (let column = 1; column <= columns; column++) {
    const row = (rowOfColumn[column] ?? 0) - 1
    if (row >= 0 && (scores[row]?.[column - 1] ?? 0) > 0) result[row] = column - 1
  }
  return result
}
