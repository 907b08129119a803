import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { foldKey } from '../cells'

/** A student whose enrollment number differs from another only by zeros, spaces or capitals. */
export interface SimilarStudent {
  id: number
  number: string
  name: string
  dateOfBirth: string
}

/** Common key of `0012`, ` 12` and `12`, or `GR 007` and `gr7`: spreadsheets drop zeros, and people spaces. */
export function plainNumber(number: string): string {
  return foldKey(number)
    .replace(/\s/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}

/** Finds students with a number similar to these unknown numbers, by `foldKey` of the number. */
export async function findSimilarNumbers(scope: Pick<SchoolScope, 'schoolId'>, numbers: readonly string[]) {
  const found = new Map<string, SimilarStudent[]>()
  if (numbers.length === 0) return found
  const byPlain = new Map<string, SimilarStudent[]>()
  const rows = await select<SimilarStudent>(
    `SELECT id, enrollment_number AS number, CONCAT(first_name, ' ', last_name) AS name, date_of_birth AS dateOfBirth
     FROM students WHERE school_id = :schoolId ORDER BY id`,
    { schoolId: scope.schoolId },
  )
  for (const row of rows) {
    const plain = plainNumber(row.number)
    const same = byPlain.get(plain)
    if (same) same.push(row)
    else byPlain.set(plain, [row])
  }
  for (const number of numbers) {
    const alike = byPlain.get(plainNumber(number))
    if (alike) found.set(foldKey(number), alike)
  }
  return found
}

/** Error message for a number that may belong to several students, or to a student with another name. */
export function ambiguousMessage(alike: readonly SimilarStudent[]): string {
  const who = alike.slice(0, 3).map(({ number, name }) => `${number} of ${name}`)
  return `This looks like ${who.join(' or ')}: which one? Enter the number exactly as it is there, or another one`
}
