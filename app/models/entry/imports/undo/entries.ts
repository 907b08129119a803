import type { Entry, Unit } from './trace.server'
import type { KeepReason } from './undo-words'

export type Found = { unit: string; entry: Entry }
/** Excludes a unit, such as a student with all rows, from the undo of the import. The first reason given counts. */
export type Keep = (unit: string, reason: KeepReason) => void

/** The entries of an import's trace, by table and by key. */
export class Entries {
  readonly #byTable = new Map<string, Found[]>()
  readonly #byKey = new Map<string, Found>()

  constructor(units: readonly Unit[]) {
    for (const { name: unit, entries } of units)
      for (const entry of entries) {
        const found = { unit, entry }
        const ofTable = this.#byTable.get(entry.table)
        if (ofTable) ofTable.push(found)
        else this.#byTable.set(entry.table, [found])
        if (entry.did !== 'deleted') this.#byKey.set(`${entry.table} ${entry.key.join(' ')}`, found)
      }
  }

  tables() {
    return [...this.#byTable.keys()]
  }

  of<Did extends Entry['did']>(table: string, did: Did) {
    return (this.#byTable.get(table) ?? []).filter(
      (found): found is { unit: string; entry: Extract<Entry, { did: Did }> } => found.entry.did === did,
    )
  }

  at(table: string, key: string | number): Found | undefined {
    return this.#byKey.get(`${table} ${key}`)
  }

  ids(table: string, did: 'added' | 'changed' = 'added'): number[] {
    return this.of(table, did).map(({ entry }) => Number(entry.key[0]))
  }
}
