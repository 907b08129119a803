/** Wakes one of those who wait with each ring; a ring that nobody waits for is lost. */
export class Bell {
  private readonly waiting: (() => void)[] = []
  private isClosed = false

  /** Until it rings for this one, or is closed. */
  wait(): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting.push(resolve)
    })
  }

  ring(): void {
    this.waiting.shift()?.()
  }

  /** Wakes all who wait; from then on nobody waits. */
  close(): void {
    this.isClosed = true
    for (const wake of this.waiting.splice(0)) wake()
  }
}
