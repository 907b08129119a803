import { escape as escaped } from 'mysql2'
import type { RunSql } from './school-rows'

/* Last numbers of a school's gapless counters (`takeNumbers`). A number is never used twice. */

/**
 * Last number of one counter. `named` identifies the counter by words that are the same in every copy of the school.
 */
export interface LastNumber {
  counter: string
  named: string
  last: number
}

interface Counter {
  /** SQL for the identifying words, from the counter row `c`. */
  named: string
  join?: string
  columns: string
  /** SQL that selects the row to write. */
  row: (schoolId: number, words: string[], last: number) => string
}

const ofWords = (...columns: string[]): Counter => ({
  named: `CONCAT_WS(' ', ${columns.map((name) => `c.${name}`).join(', ')})`,
  columns: columns.join(', '),
  row: (schoolId, words, last) => `SELECT ${schoolId}, ${words.map((word) => escaped(word)).join(', ')}, ${last}`,
})

const counters: Record<string, Counter> = {
  receipt_counters: ofWords('financial_year'),
  order_counters: ofWords('kind', 'financial_year'),
  grievance_counters: ofWords('financial_year'),
  certificate_counters: {
    named: "CONCAT(k.public_id, ' ', c.financial_year)",
    join: 'JOIN certificate_kinds k ON k.id = c.kind_id',
    columns: 'kind_id, financial_year',
    // Selects no row if the older state of the school lacks the certificate kind, which then has no numbers there.
    row: (schoolId, [kind, year], last) =>
      `SELECT school_id, id, ${escaped(year ?? '')}, ${last} FROM certificate_kinds WHERE school_id = ${schoolId} AND public_id = ${escaped(kind ?? '')}`,
  },
}

/** Counter tables that this module handles. */
export const counterTables = Object.keys(counters)

export async function lastNumbers(ask: RunSql, schoolId: number): Promise<LastNumber[]> {
  const all: LastNumber[] = []
  for (const [counter, { named, join }] of Object.entries(counters)) {
    const rows = await ask(
      `SELECT ${named} AS named, c.last_number AS last FROM ${counter} c ${join ?? ''} WHERE c.school_id = ${schoolId}`,
    )
    all.push(...rows.map((row) => ({ counter, named: String(row.named), last: Number(row.last) })))
  }
  return all
}

/** Records the last numbers of a school that is being removed. */
export async function saveLastNumbers(ask: RunSql, publicId: string, numbers: readonly LastNumber[]): Promise<void> {
  for (const { counter, named, last } of numbers)
    await ask(
      `INSERT INTO kept_numbers (public_id, counter, named, last_number) VALUES (${escaped(publicId)}, ${escaped(counter)}, ${escaped(named)}, ${last})
       ON DUPLICATE KEY UPDATE last_number = GREATEST(last_number, VALUES(last_number))`,
    )
}

/** Last numbers of the school with this public id, as recorded when it was removed from this database. */
export async function savedLastNumbers(ask: RunSql, publicId: string): Promise<LastNumber[]> {
  const rows = await ask(
    `SELECT counter, named, last_number AS last FROM kept_numbers WHERE public_id = ${escaped(publicId)} ORDER BY counter, named`,
  )
  return rows.map((row) => ({ counter: String(row.counter), named: String(row.named), last: Number(row.last) }))
}

/** Raises the school's counters to these numbers where they are lower. */
export async function raiseNumbers(ask: RunSql, schoolId: number, numbers: readonly LastNumber[]): Promise<void> {
  for (const { counter, named, last } of numbers) {
    const definition = counters[counter]
    if (!definition) throw new Error(`There is no counter ${counter}`)
    const row = definition.row(schoolId, named.split(' '), last)
    await ask(
      `INSERT INTO ${counter} (school_id, ${definition.columns}, last_number) ${row}
       ON DUPLICATE KEY UPDATE last_number = GREATEST(${counter}.last_number, ${last})`,
    )
  }
}
