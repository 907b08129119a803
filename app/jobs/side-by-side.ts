/**
 * Runs work concurrently, or one piece exclusively. Concurrent work waits only for exclusive work that came before it.
 */
export class SideBySide {
  private last: Promise<unknown> = Promise.resolve()
  private readonly running = new Set<Promise<unknown>>()

  /** Runs `work` concurrently with other work. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.last
    const piece = work()
    this.running.add(piece)
    try {
      return await piece
    } finally {
      this.running.delete(piece)
    }
  }

  /** Runs `work` after all running work has ended; later work waits for it. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    const piece = this.last.then(() => Promise.allSettled(this.running)).then(work)
    this.last = piece.catch(() => undefined)
    return piece
  }
}
