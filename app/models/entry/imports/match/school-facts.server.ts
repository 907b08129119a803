import { inParts, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Heading } from '../columns'
import type { ImportKind } from '../options'
import { foldKey, looseKey } from '../values/cells'
import { classKey } from '../values/class-names'
import { cellsOf } from './match-columns'
import { isDayLike, noFacts, type SchoolFacts } from './value-fit'

const maxNumberLength = 30
const maxNames = 2_000
const maxNameLength = 60
/** Limit of values looked up per file: a file of 200 columns must not cause hundreds of queries. */
const maxNumbers = 4_000

/** Reads the school's data that the values of a file may match: numbers of its register, names of fees, classes. */
export async function readSchoolFacts(
  scope: SchoolScope,
  kind: ImportKind,
  file: { heading: Heading; rows: ReadonlyArray<readonly string[]> },
): Promise<SchoolFacts> {
  const { schoolId } = scope
  const values = file.heading.columns.flatMap(({ index }) => cellsOf(file.rows, file.heading, index))
  const mayBeNumber = (value: string) => value.length <= maxNumberLength && /\d/.test(value) && !isDayLike(value)
  const numbers = [...new Set(values.filter(mayBeNumber))].slice(0, maxNumbers)
  const found = new Set<string>()
  const [table, column] = kind === 'teachers' ? ['teachers', 'employee_number'] : ['students', 'enrollment_number']
  for (const part of inParts(numbers)) {
    const rows = await selectRows(
      { number: text(column) },
      `FROM ${table} WHERE school_id = :schoolId AND ${column} IN (:part)`,
      { schoolId, part },
    )
    for (const { number } of rows) found.add(foldKey(number))
  }
  const hasNames = kind === 'students' || kind === 'teachers'
  const names = hasNames ? await readKnownNames(scope, values) : noFacts.names
  if (kind === 'teachers') return { ...noFacts, numbers: found, names }
  const classes = await selectRows({ name: text('name') }, 'FROM classes WHERE school_id = :schoolId', { schoolId })
  const facts = { ...noFacts, numbers: found, names, classes: new Set(classes.map(({ name }) => classKey(name))) }
  if (kind !== 'opening_dues' && kind !== 'paid_fees') return facts
  const dues = await selectRows(
    { name: text('name'), title: text('title') },
    `FROM dues WHERE school_id = :schoolId GROUP BY name, title LIMIT ${maxNames}`,
    { schoolId },
  )
  return {
    ...facts,
    feeNames: new Set(dues.map(({ name }) => looseKey(name))),
    feeTitles: new Set(dues.map(({ title }) => looseKey(title))),
  }
}

/** Looks up the first and last word of each name in the file among the names of the school's students and teachers. */
async function readKnownNames({ schoolId }: SchoolScope, values: readonly string[]): Promise<SchoolFacts['names']> {
  const names = values.filter(
    (value) => value.length <= maxNameLength && /\p{L}\s+\p{L}/u.test(value) && !/\d/.test(value),
  )
  const ends = names.flatMap((value) => {
    const words = value.split(/\s+/)
    return [words[0] ?? '', words.at(-1) ?? '']
  })
  const words = [...new Set(ends)].slice(0, maxNumbers)
  const [surnames, givenNames] = [new Set<string>(), new Set<string>()]
  for (const [sql, found] of [
    ['last_name', surnames],
    ["SUBSTRING_INDEX(first_name, ' ', 1)", givenNames],
  ] as const)
    for (const table of ['students', 'teachers'])
      for (const part of inParts(words)) {
        const rows = await selectRows(
          { word: text(sql) },
          `FROM ${table} WHERE school_id = :schoolId AND ${sql} IN (:part) GROUP BY ${sql}`,
          { schoolId, part },
        )
        for (const { word } of rows) found.add(looseKey(word))
      }
  return { surnames, givenNames }
}
