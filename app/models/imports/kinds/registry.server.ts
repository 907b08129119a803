import type { ImportKind } from '../options'
import { openingDues } from './opening-dues.server'
import { paidFees } from './paid-fees.server'
import type { KindOfImport } from './port'
import { students } from './students.server'
import { teachers } from './teachers.server'

const kinds: Record<ImportKind, KindOfImport> = { students, teachers, opening_dues: openingDues, paid_fees: paidFees }

export function kindOfImport(kind: ImportKind): KindOfImport {
  return kinds[kind]
}
