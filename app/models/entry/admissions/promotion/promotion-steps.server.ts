import { execute, number, selectRows } from '~/database/database.server'
import { violatedCheck } from '~/database/errors.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { leaveTransport } from '~/models/money/transport/decide/leave-transport.server'
import { takeSeats } from '~/models/people/academics/enroll.server'
import type { SessionRecord } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { Enrollment } from '~/models/people/academics/tables.server'
import { closeStudentAccount } from '~/models/people/accounts/student-account.server'
import { fullName } from '~/models/people/students/rules'
import type { PromotionClasses, PromotionStudent } from './promotion-class.server'
import { byName, newRollNumbers, type PromotionOutcome, type RollChoice } from './promotion-rules'

/** Outcome for one student; the section `target` is null if the student leaves or completes the school. */
export interface Move {
  student: PromotionStudent
  outcome: PromotionOutcome
  target: { id: number; publicId: string; classId: number; name: string } | null
}

/** Takes the seats of each target section. Returns the name of the first full one (`Class 7 – A`), or null. */
export async function seatMoves(
  scope: SchoolScope,
  plan: { promotionId: number; sessionId: number; placed: Move[]; classes: PromotionClasses },
): Promise<string | null> {
  const targets = new Map(plan.placed.map((move) => [move.target?.id ?? 0, move.target]))
  for (const sectionId of [...targets.keys()].sort((one, other) => one - other)) {
    const seats = plan.placed.filter((move) => move.target?.id === sectionId).length
    try {
      const isNew = await takeSeats(scope, { session: { id: plan.sessionId }, section: { id: sectionId } }, seats)
      const keep = 'INSERT INTO promotion_seats (promotion_id, section_id) VALUES (:promotionId, :sectionId)'
      if (isNew) await execute(keep, { promotionId: plan.promotionId, sectionId })
    } catch (error) {
      if (violatedCheck(error) !== 'section_seats_limit') throw error
      const target = targets.get(sectionId)
      const ofClass = target?.classId === plan.classes.own.id ? plan.classes.own : plan.classes.next
      return classSection(ofClass?.name ?? '', target?.name ?? '')
    }
  }
  return null
}

export async function enrollMoves(
  scope: SchoolScope,
  plan: { to: SessionRecord; placed: Move[]; rollNumbers: RollChoice; now: Date },
): Promise<void> {
  const used = await selectRows(
    { sectionId: number('section_id'), rollNumber: number('roll_number') },
    `FROM enrollments
     WHERE school_id = :schoolId AND academic_session_id = :sessionId AND roll_number IS NOT NULL`,
    { schoolId: scope.schoolId, sessionId: plan.to.id },
  )
  const sections = new Map(plan.placed.flatMap(({ target }) => (target ? [[target.id, target] as const] : [])))
  const enrollments = [...sections.values()].flatMap((target) => {
    const coming = plan.placed.filter((move) => move.target?.id === target.id).map((move) => move.student)
    const newcomers = plan.rollNumbers === 'by-name' ? byName(coming, 'first') : coming
    const inUse = used.filter((one) => one.sectionId === target.id).map((one) => one.rollNumber)
    const numbers = newRollNumbers(plan.rollNumbers, newcomers, inUse)
    return newcomers.map((student, index) => ({
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      studentId: student.studentId,
      academicSessionId: plan.to.id,
      classId: target.classId,
      sectionId: target.id,
      rollNumber: numbers[index] ?? null,
      enrolledOn: plan.to.startsOn,
      createdAt: plan.now,
      updatedAt: plan.now,
    }))
  })
  if (enrollments.length > 0) await Enrollment.bulkCreate(enrollments)
}

/** Stores the outcomes, and the earlier state of students who leave, for undoing. */
export async function writeRows(scope: SchoolScope, promotionId: number, toId: number, moves: Move[]): Promise<void> {
  for (const outcome of new Set(moves.map((move) => move.outcome))) {
    const ids = moves.filter((move) => move.outcome === outcome).map((move) => move.student.enrollmentId)
    await execute(
      `INSERT INTO promotion_rows (promotion_id, student_id, school_id, from_enrollment_id, to_enrollment_id, outcome,
         before_status, before_version, before_updated_at)
       SELECT :promotionId, e.student_id, e.school_id, e.id, n.id, :outcome,
         IF(n.id IS NULL, s.status, NULL), IF(n.id IS NULL, s.version, NULL), IF(n.id IS NULL, s.updated_at, NULL)
       FROM enrollments e
       JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       LEFT JOIN enrollments n ON n.student_id = e.student_id AND n.academic_session_id = :toId
       WHERE e.school_id = :schoolId AND e.id IN (:ids)`,
      { promotionId, outcome, toId, schoolId: scope.schoolId, ids },
    )
  }
}

/** Returns the leaving date of students who leave after a session: its last day, or today if earlier. */
function leavingDay(from: SessionRecord): string {
  const today = todayInIndia(new Date())
  if (from.endsOn < today) return from.endsOn
  return today
}

/**
 * Ends the transport of leaving students before any section seat is taken, as the order of locks requires. Returns the
 * number of students whose transport ended (`stopped`) and the names of those whose transport cannot end (`staying`).
 */
export async function stopTransport(scope: SchoolScope, leaving: Move[], from: SessionRecord) {
  let stopped = 0
  const staying: string[] = []
  for (const { student } of leaving) {
    const ended = await leaveTransport(scope, { studentId: student.studentId, leftOn: leavingDay(from) })
    if (ended === null) staying.push(fullName(student))
    else if (ended) stopped += 1
  }
  return { stopped, staying }
}

/** Marks students as left and closes their accounts; the enrollment in the finished session stays. */
export async function withdrawStudents(
  scope: SchoolScope,
  leaving: Move[],
  origin: { from: SessionRecord; className: string },
): Promise<void> {
  for (const outcome of ['left', 'completed'] as const) {
    const ids = leaving.filter((move) => move.outcome === outcome).map((move) => move.student.studentId)
    if (ids.length === 0) continue
    await execute(
      `UPDATE students SET status = 'left', left_on = :leftOn, left_entered_on = :today, leaving_reason = :reason, version = version + 1,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)`,
      {
        schoolId: scope.schoolId,
        ids,
        leftOn: leavingDay(origin.from),
        today: todayInIndia(new Date()),
        reason: `${outcome === 'left' ? 'Left after' : 'Completed'} ${origin.className}, ${origin.from.name}`,
      },
    )
    for (const id of ids) await closeStudentAccount(scope, id)
  }
}
