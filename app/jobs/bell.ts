/** Wakes one waiting caller with each ring; a ring without a waiting caller is lost. */
export class Bell {
  private readonly waiting: (() => void)[] = []
  private isClosed = false

  /** Resolves when the bell rings for this caller, or is closed. */
  wait(): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting.push(resolve)
    })
  }

  ring(): void {
    this.waiting.shift()?.()
  }

  /** Wakes all callers; later calls of `wait` return at once. */
  close(): void {
    this.isClosed = true
    for (const wake of this.waiting.splice(0)) wake()
  }
}
