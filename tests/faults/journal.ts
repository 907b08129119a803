import { appendFileSync, writeFileSync } from 'node:fs'

interface Entry {
  at: string
  kind: string
  facts: Record<string, string | number | null>
  /** Checks at the end of the test that the effect exists; returns null, or a sentence about the fault. */
  check: () => Promise<string | null>
}

/** Keeps confirmed effects outside the portal's database: in memory and, line by line, in a file. */
export class Journal {
  readonly #entries: Entry[] = []
  readonly #faults: string[] = []
  readonly #counts = new Map<string, number>()

  constructor(readonly file: string) {
    writeFileSync(file, '')
  }

  /** Records an effect that a response confirmed. */
  acknowledge(kind: string, facts: Entry['facts'], check: Entry['check']): void {
    const entry = { at: new Date().toISOString(), kind, facts }
    this.#entries.push({ ...entry, check })
    this.#write(entry)
  }

  /** Records an event that may explain a fault: a kill, the start of a failure. */
  remark(what: string): void {
    this.#write({ at: new Date().toISOString(), remark: what })
  }

  fault(sentence: string): void {
    this.#faults.push(sentence)
    this.#write({ at: new Date().toISOString(), fault: sentence })
  }

  count(what: string): void {
    this.#counts.set(what, this.countOf(what) + 1)
  }

  countOf(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  acknowledged(): Map<string, number> {
    const kinds = new Map<string, number>()
    for (const { kind } of this.#entries) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return new Map([...kinds].sort())
  }

  /**
   * Checks every confirmed effect against the current database. Returns all faults, those of an effect with its journal
   * entry.
   */
  async faults(): Promise<string[]> {
    const broken = [...this.#faults]
    for (const { check, ...entry } of this.#entries) {
      const sentence = await check()
      if (sentence !== null) broken.push(`${sentence}: ${JSON.stringify(entry)}`)
    }
    return broken
  }

  #write(line: object): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`)
  }
}
