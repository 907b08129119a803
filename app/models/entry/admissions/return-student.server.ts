import { execute, inTransaction } from '~/database/database.server'
import { violatedConstraint } from '~/database/errors.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { closePeriod } from '~/models/entry/register/close-period.server'
import { readPresent } from '~/models/entry/register/entries.server'
import { findCertificateSettings } from '~/models/learning/certificates/settings.server'
import { raiseAssignedFees } from '~/models/money/fees/raise-fees.server'
import { reopenDues } from '~/models/money/ledger/cancel-dues.server'
import { readmitToSection } from '~/models/people/academics/enroll.server'
import { listOpenEnrollments } from '~/models/people/academics/enrollment-queries.server'
import { findStudentRecord } from '~/models/people/students/queries.server'

export interface ReturnStudent {
  /** Target of each earlier enrollment, by public ids: the section, or '' for no enrollment in that session. */
  seats: ReadonlyArray<{ enrollment: string; section: string }>
  /** Public ids of cancelled dues to reopen. */
  reopenDues: readonly string[]
  register: Return | Mistake
}

/**
 * Entry of a readmission in the General Register: the day (`YYYY-MM-DD`), and, if the school's rule is a new entry, its
 * number and the student's last school.
 */
interface Return {
  returnedOn: string
  newNumber: string | null
  lastSchool: string | null
}

/** Reason why the withdrawal was a mistake; the register keeps no trace of it. */
interface Mistake {
  mistake: string
}

/**
 * Readmits a student by the school's register rule, or undoes a mistaken withdrawal. The student gets seats in the
 * chosen sessions, reopened dues, and the fees assigned since the withdrawal. Refuses `has-not-left`, `no-such-section`
 * and `section-full` (both with the enrollment concerned), `dues-changed`, `certificate-issued` (a transfer or leaving
 * certificate proves the withdrawal), `future-date`, `before-leaving`, `number-missing` and `admission-number-taken`.
 */
export async function returnStudent(scope: SchoolScope, publicId: string, input: ReturnStudent) {
  return inTransaction(
    async () => {
      const student = await findStudentRecord(scope, publicId, { lock: true })
      if (!student) return refused('not-found')
      if (student.status !== 'left') return refused('has-not-left')
      const reopened = await reopenDues(scope, student.id, input.reopenDues)
      if (reopened === null) return refused('dues-changed')
      const seated = await takeSeatsBack(scope, student, input.seats)
      if (!seated.ok) return seated
      const classes = seated.value
      const entered = await enterReturn(scope, student, input.register, classes.at(-1) ?? null)
      if (!entered.ok) return entered
      await execute(
        `UPDATE students SET status = 'active', left_on = NULL, left_entered_on = NULL, leaving_reason = NULL, version = version + 1,
           updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
        { schoolId: scope.schoolId, id: student.id },
      )
      const details = { leftOn: student.leftOn, duesReopened: reopened, seats: classes.length, ...entered.value }
      await recordAudit(scope, { action: 'student.returned', subject: { kind: 'student', id: student.id }, details })
      return done()
    },
    { academic_infos_admission_number: 'admission-number-taken' },
  )
}

/**
 * Runs in the caller's transaction: records a readmission in the register, and nothing for a mistake; returns the audit
 * details.
 */
async function enterReturn(
  scope: SchoolScope,
  student: { id: number; leftOn: string | null },
  register: Return | Mistake,
  returnedClass: string | null,
) {
  if ('mistake' in register) {
    const [present] = await readPresent(scope, [student.id])
    return present?.certificateId ? refused('certificate-issued') : done(register)
  }
  const { returnedOn, newNumber, lastSchool } = register
  if (returnedOn > todayInIndia(new Date())) return refused('future-date')
  if (returnedOn < (student.leftOn ?? '')) return refused('before-leaving')
  const { returnRule } = await findCertificateSettings(scope)
  if (returnRule === 'resume') {
    const closed = await closePeriod(scope, student.id, { returnedOn, returnedClass, newEntry: null })
    return closed.ok ? done({ returnedOn }) : closed
  }
  if (newNumber === null) return refused('number-missing')
  const closed = await closePeriod(scope, student.id, {
    returnedOn,
    returnedClass,
    newEntry: { number: newNumber, lastSchool },
  })
  return closed.ok ? done({ returnedOn, admissionNumber: newNumber }) : closed
}

/**
 * Takes the chosen seats, passed earliest session first. Returns their classes in this order, or refuses with the first
 * enrollment that cannot be restored.
 */
async function takeSeatsBack(
  scope: SchoolScope,
  student: { id: number; rte: boolean },
  requestedSeats: ReturnStudent['seats'],
) {
  const open = await listOpenEnrollments(scope, student.id, todayInIndia(new Date()), { lock: true })
  const left = open.filter((openEnrollment) => openEnrollment.status === 'left')
  const classes: string[] = []
  for (const { enrollment, section } of requestedSeats.filter((one) => one.section !== '')) {
    const leftEnrollment = left.find((one) => one.publicId === enrollment)
    if (!leftEnrollment) return { ...refused('no-such-section'), enrollment }
    const returned = await readmitToSection(scope, leftEnrollment, section).catch(fullOrThrow)
    if (returned !== 'returned') return { ...refused(returned), enrollment }
    await raiseAssignedFees(scope, student, leftEnrollment)
    classes.push(leftEnrollment.className)
  }
  return done(classes)
}

function fullOrThrow(error: unknown): 'section-full' {
  if (violatedConstraint(error) === 'section_seats_limit') return 'section-full'
  throw error
}
