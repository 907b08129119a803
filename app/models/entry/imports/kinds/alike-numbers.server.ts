import { number, type RowOf, selectRows, text } from '~/database/database.server'
import { plainNumber } from '~/models/core/shared/numbering/plain-number'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { foldKey } from '../values/cells'

/** Student whose enrollment number may differ from one in a file only by zeros, spaces or capitals. */
const similar = {
  id: number('id'),
  number: text('enrollment_number'),
  name: text("TRIM(CONCAT(first_name, ' ', last_name))"),
  dateOfBirth: text('date_of_birth'),
}
export type SimilarStudent = RowOf<typeof similar>

/** Maps `foldKey` of each unknown number to the students with a similar number; omits numbers without any. */
export async function findSimilarNumbers(scope: Pick<SchoolScope, 'schoolId'>, numbers: readonly string[]) {
  const similarByNumber = new Map<string, SimilarStudent[]>()
  if (numbers.length === 0) return similarByNumber
  const byPlain = new Map<string, SimilarStudent[]>()
  const rows = await selectRows(similar, 'FROM students WHERE school_id = :schoolId ORDER BY id', {
    schoolId: scope.schoolId,
  })
  for (const row of rows) {
    const plain = plainNumber(row.number)
    const same = byPlain.get(plain)
    if (same) same.push(row)
    else byPlain.set(plain, [row])
  }
  for (const number of numbers) {
    const alike = byPlain.get(plainNumber(number))
    if (alike) similarByNumber.set(foldKey(number), alike)
  }
  return similarByNumber
}
