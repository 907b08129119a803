import { lockRows, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns } from '~/models/people/students/describe/student-columns.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import { Certificate, CertificateCopy, CertificateKind } from './tables.server'

/** Number as printed, regardless of later changes to the kind's prefix; null for a draft. */
export const numberColumn = textOrNull('x.number_text')

const from = `certificates x JOIN certificate_kinds k ON k.id = x.kind_id JOIN students s ON s.id = x.student_id`

const certificates = plainList({
  columns: {
    ...columnsOf(Certificate, 'x', 'publicId', 'state', 'language', 'issuedOn', 'createdAt'),
    number: numberColumn,
    kindName: text('k.name'),
    ...describedStudentColumns,
    duplicates: number('(SELECT COUNT(*) FROM certificate_copies c WHERE c.certificate_id = x.id AND c.number > 0)'),
    issuedByName: textOrNull('x.issued_by_name'),
  },
  from,
  always: 'x.school_id = :schoolId',
  search: ['k.name', numberColumn.sql],
  matches: matchStudents('s'),
  filters: { kind: 'k.public_id = :kind', state: 'x.state = :state' },
  orders: {
    issued: ['-(x.issued_on IS NULL)', '-TO_DAYS(x.issued_on)', '-x.id'],
    student: ['s.last_name', 's.first_name', 'x.id'],
    number: ['k.prefix', 'x.financial_year', 'x.number', 'x.id'],
  },
  last: 'x.id',
})

/** Lists the school's certificates: drafts first, then the latest. */
export const { list: listCertificates } = certificates

const certificateColumns = {
  ...columnsOf(Certificate, 'x'),
  studentPublicId: text('s.public_id'),
  studentName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  ...columnsOf(CertificateKind, 'k', 'base', 'prefix', 'bookNumber', 'items', 'firstNumber', 'firstYear'),
  ...columnsOf(CertificateKind, 'k', 'text'),
  kindName: text('k.name'),
}

export type FoundCertificate = NonNullable<Awaited<ReturnType<typeof findCertificate>>>

export function findCertificate({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(certificateColumns, `FROM ${from} WHERE x.school_id = :schoolId AND x.public_id = :publicId`, {
    schoolId,
    publicId,
  })
}

export async function lockCertificate(scope: SchoolScope, publicId: string) {
  const { schoolId } = scope
  await lockRows('FROM certificates WHERE school_id = :schoolId AND public_id = :publicId', { schoolId, publicId })
  return findCertificate(scope, publicId)
}

export function listCopies({ schoolId }: SchoolScope, certificateId: number) {
  return selectRows(
    columnsOf(CertificateCopy, 'c', 'publicId', 'number', 'reason', 'madeOn', 'madeByName'),
    'FROM certificate_copies c WHERE c.school_id = :schoolId AND c.certificate_id = :certificateId ORDER BY c.number',
    { schoolId, certificateId },
  )
}
