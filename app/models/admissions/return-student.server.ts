import { execute, inTransaction } from '~/database/database.server'
import { readmitToSection } from '~/models/academics/enroll.server'
import { listOpenEnrollments } from '~/models/academics/enrollment-queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { raiseAssignedFees } from '~/models/fees/raise-fees.server'
import { reopenDues } from '~/models/ledger/cancel-dues.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findStudentRecord } from '~/models/students/queries.server'

export interface ReturnStudent {
  /** For each place left behind, by public ids: the section to sit in, '' to stay away from that session. */
  places: ReadonlyArray<{ enrollment: string; section: string }>
  /** Public ids of cancelled dues that are owed again. */
  reopenDues: readonly string[]
}

/**
 * Takes a student back who left: active again, a seat in each chosen session, the chosen dues owed again, and the fees that the
 * class was given meanwhile. Undoes a leaving that was a mistake. Refuses `has-not-left`, `no-such-section`, `section-full` and
 * `dues-changed`.
 */
export async function returnStudent(scope: SchoolScope, publicId: string, input: ReturnStudent) {
  return inTransaction(
    async () => {
      const student = await findStudentRecord(scope, publicId, { lock: true })
      if (!student) return refused('not-found')
      if (student.status !== 'left') return refused('has-not-left')
      const reopened = await reopenDues(scope, student.id, input.reopenDues)
      if (reopened === null) return refused('dues-changed')
      const seats = await takeLocations(scope, student, input.places)
      if (seats === null) return refused('no-such-section')
      await execute(
        `UPDATE students SET status = 'active', left_on = NULL, leaving_reason = NULL, version = version + 1,
           updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
        { schoolId: scope.schoolId, id: student.id },
      )
      const details = { leftOn: student.leftOn, duesReopened: reopened, seats }
      await recordAudit(scope, { action: 'student.returned', subject: { kind: 'student', id: student.id }, details })
      return done()
    },
    { section_seats_limit: 'section-full' },
  )
}

/** How many seats were taken, or null when a section is not there. */
async function takeLocations(
  scope: SchoolScope,
  student: { id: number; rte: boolean },
  wanted: ReturnStudent['places'],
) {
  const open = await listOpenEnrollments(scope, student.id, todayInIndia(new Date()), { lock: true })
  const left = open.filter((place) => place.status === 'left')
  let seats = 0
  for (const { enrollment, section } of wanted.filter((one) => one.section !== '')) {
    const place = left.find((one) => one.publicId === enrollment)
    const returned = place ? await readmitToSection(scope, place, section) : 'no-such-section'
    if (!place || returned === 'no-such-section') return null
    await raiseAssignedFees(scope, student, place)
    seats += 1
  }
  return seats
}
