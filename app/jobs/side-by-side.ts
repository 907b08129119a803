/** Lets many pieces of work run beside each other, or one with nothing beside it; each waits for those alone that came before it. */
export class SideBySide {
  private last: Promise<unknown> = Promise.resolve()
  private readonly running = new Set<Promise<unknown>>()

  /** Runs `work` beside others. */
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

  /** Runs `work` when all that runs has ended; what comes after it waits. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    const piece = this.last.then(() => Promise.allSettled(this.running)).then(work)
    this.last = piece.catch(() => undefined)
    return piece
  }
}
