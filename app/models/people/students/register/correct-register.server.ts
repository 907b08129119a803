import { inTransaction, selectRows } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fullName } from '~/models/people/students/rules'
import { approveCorrected } from '../change-requests/decide-change-request.server'
import { openStudent, writeFields } from '../describe/save-section.server'
import { type NewValues, storedText } from '../describe/sections.server'
import { RegisterCorrection } from '../tables.server'
import type { correctionForm } from './correction-fields'
import { isClosedNumber, isOnRegister } from './on-register.server'
import { type CorrectedThing, correctedThings, registerFields } from './register-options'

/**
 * Corrects register data by an authority's order and keeps the previous values. Ignores fields equal to `seen_…`, and
 * empty numbers and days. Approves matching requests of the family. Idempotent. Refuses `changed` (saved since
 * `version`), `not-on-register`, `nothing-changed` and `admission-number-taken`.
 */
export function correctRegister(scope: SchoolScope, publicId: string, input: ValuesOf<typeof correctionForm>) {
  const { version, authority, orderNumber, orderedOn, reason } = input
  const correctedValues = registerFields.flatMap((name) => {
    const value = input[name]
    return value === null || value === input[`seen_${name}` as const] ? [] : [[name, value]]
  })
  return inTransaction(
    async () => {
      const opened = await openStudent(scope, publicId, Object.fromEntries(correctedValues), version)
      if (!opened.ok) return opened
      const { student, values } = opened.value
      if (student.version !== version) return done()
      if (!(await isOnRegister(scope, student.id))) return refused('not-on-register')
      const after = { ...student.values, ...values }
      const auditedCorrections = correctedThings.flatMap((thing) => {
        const [oldValue, newValue] = [thingOf(student.values, thing), thingOf(after, thing)]
        if (oldValue === newValue) return []
        return [{ field: thing, oldValue, newValue, authority, orderNumber, orderedOn, reason }]
      })
      if (auditedCorrections.length === 0) return refused('nothing-changed')
      const number = auditedCorrections.find(({ field }) => field === 'admission_number')?.newValue
      if (number !== undefined && (await isClosedNumber(scope, number))) return refused('admission-number-taken')
      await writeFields(scope, student, 'student', values)
      const { schoolId } = scope
      for (const correction of auditedCorrections)
        await RegisterCorrection.create({
          schoolId,
          studentId: student.id,
          ...correction,
          correctedOn: todayInIndia(new Date()),
          correctedByName: scope.actor.name,
        })
      await recordAudits(
        scope,
        auditedCorrections.map((details) => ({
          action: 'register.corrected',
          subject: { kind: 'student', id: student.id },
          details,
        })),
      )
      await approveCorrected(scope, student.id, after)
      return done()
    },
    { academic_infos_admission_number: 'admission-number-taken' },
  )
}

/** Text of a corrected item; a name combines first and last name. */
const thingOf = (values: NewValues, thing: CorrectedThing): string =>
  thing === 'name'
    ? fullName({ firstName: String(values.first_name ?? ''), lastName: String(values.last_name ?? '') })
    : (storedText(values[thing]) ?? '')

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
    'createdAt',
  ),
}

export type Correction = Awaited<ReturnType<typeof listCorrections>>[number]

export function listCorrections({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  return selectRows(
    columns,
    `FROM register_corrections c WHERE c.school_id = :schoolId AND c.student_id IN (:studentIds) ORDER BY c.id`,
    { schoolId, studentIds: [...studentIds] },
  )
}
