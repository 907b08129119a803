import { appendFileSync, writeFileSync } from 'node:fs'

interface Entry {
  at: string
  kind: string
  facts: Record<string, string | number | null>
  /** What must be true of it at the end; a sentence where it is not. */
  check: () => Promise<string | null>
}

/** What the portal acknowledged, kept apart from its database: in memory and, line by line, in a file. */
export class Journal {
  readonly #entries: Entry[] = []
  readonly #faults: string[] = []
  readonly #counts = new Map<string, number>()

  constructor(readonly file: string) {
    writeFileSync(file, '')
  }

  /** An effect that an answer said has happened. */
  acknowledge(kind: string, facts: Entry['facts'], check: Entry['check']): void {
    const entry = { at: new Date().toISOString(), kind, facts }
    this.#entries.push({ ...entry, check })
    this.#write(entry)
  }

  /** Something that happened and may be wanted to understand a fault: a kill, the beginning of a trouble. */
  remark(what: string): void {
    this.#write({ at: new Date().toISOString(), remark: what })
  }

  /** A promise that was broken. */
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

  /** Acknowledged effects by kind. */
  acknowledged(): Map<string, number> {
    const kinds = new Map<string, number>()
    for (const { kind } of this.#entries) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return new Map([...kinds].sort())
  }

  /** Compares every acknowledged effect with the database as it is now, and answers all that was broken, with the lines concerned. */
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
