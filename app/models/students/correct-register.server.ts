import { inTransaction, selectRows } from '~/database/database.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { ValuesOf } from '~/models/shared/fields'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import type { correctionForm } from './correction-fields'
import { approveCorrected } from './decide-change-request.server'
import { isOnRegister } from './on-register.server'
import { openStudent, writeFields } from './save-section.server'
import { RegisterCorrection } from './tables.server'

/**
 * Corrects name or birth date of a student who stands in the General Register, on somebody's order: a row for each that keeps what stood there.
 * What the family had asked for and stands now is approved with it. Refuses `changed` (somebody saved the student since `version`),
 * `not-on-register` and `nothing-changed`. The same form sent twice corrects once.
 */
export function correctRegister(scope: SchoolScope, publicId: string, input: ValuesOf<typeof correctionForm>) {
  const { version, first_name, last_name, date_of_birth, ...order } = input
  return inTransaction(async () => {
    const opened = await openStudent(scope, publicId, { first_name, last_name, date_of_birth }, version)
    if (!opened.ok) return opened
    const { student, values } = opened.value
    if (Object.keys(values).length === 0) return done()
    if (!(await isOnRegister(scope, student.id))) return refused('not-on-register')
    const before = {
      name: `${student.values.first_name} ${student.values.last_name}`,
      date_of_birth: student.values.date_of_birth,
    }
    const after = { name: `${first_name} ${last_name}`, date_of_birth }
    const corrected = (['name', 'date_of_birth'] as const).filter((field) => before[field] !== after[field])
    if (corrected.length === 0) return refused('nothing-changed')
    await writeFields(scope, student, 'student', values)
    const { schoolId } = scope
    const told = corrected.map((field) => ({ field, oldValue: before[field] ?? '', newValue: after[field], ...order }))
    for (const correction of told)
      await RegisterCorrection.create({
        ...{ schoolId, studentId: student.id, ...correction },
        ...{ correctedOn: todayInIndia(new Date()), correctedByName: scope.actor.name },
      })
    await recordAudits(
      scope,
      told.map((details) => ({ action: 'register.corrected', subject: { kind: 'student', id: student.id }, details })),
    )
    await approveCorrected(scope, student.id, { first_name, last_name, date_of_birth })
    return done()
  })
}

const columns = {
  ...columnsOf(RegisterCorrection, 'c', 'id', 'studentId', 'field', 'oldValue', 'newValue'),
  ...columnsOf(
    RegisterCorrection,
    'c',
    'authority',
    'orderNumber',
    'orderedOn',
    'reason',
    'correctedOn',
    'correctedByName',
  ),
}

export type Correction = Awaited<ReturnType<typeof listCorrections>>[number]

/** What was corrected of these students in the register, the oldest first. */
export function listCorrections({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  return selectRows(
    columns,
    `FROM register_corrections c WHERE c.school_id = :schoolId AND c.student_id IN (:studentIds) ORDER BY c.id`,
    { schoolId, studentIds: [...studentIds] },
  )
}
