import { execute, inTransaction, lockRows, number, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseFeesOfClass } from '~/models/money/fees/raise-fees.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import { findSession, type SessionRecord } from '~/models/people/academics/queries.server'
import { fullName } from '~/models/people/students/rules'
import {
  findPromotionClasses,
  listPromotionStudents,
  type PromotionClasses,
  type PromotionStudent,
} from './promotion-class.server'
import { type PromotionOutcome, promotionOutcomes, type RollChoice } from './promotion-rules'
import { enrollMoves, type Move, seatMoves, stopTransport, withdrawStudents, writeRows } from './promotion-steps.server'

export type PromoteRefusal =
  | 'not-found'
  | 'same-session'
  | 'nobody'
  | 'class-changed'
  | 'no-such-section'
  | 'already-enrolled'
  | 'section-full'
  | 'transport-stays'

export interface PromoteClass {
  /** Public ids */
  fromSession: string
  toSession: string
  class: string
  /** Class to promote to; by default the one after `class`. */
  nextClass?: string
  /**
   * Target of each student by the enrollment's public id: a section's public id, 'leave' or 'complete'. Students
   * without a target are skipped.
   */
  destinationOf: ReadonlyMap<string, string>
  rollNumbers: RollChoice
  formKey: string
}

export type Promoted = { ok: true; value: string } | { ok: false; reason: PromoteRefusal; names: string[] }

/**
 * Promotes the students of a class into another session, all or nothing: enrolls them, takes seats and raises the dues
 * of assigned fees; ends the transport and closes the accounts of students who leave or complete the school. Idempotent
 * by form key. A refusal names the obstacles: students already enrolled, a full section, or students whose transport
 * cannot end.
 */
export function promoteClass(scope: SchoolScope, input: PromoteClass): Promise<Promoted> {
  return inTransaction(() => promote(scope, input), {
    // A concurrent request enrolled a student between check and write.
    enrollments_once_a_session: async () => refusedFor('already-enrolled'),
  })
}

const refusedFor = (reason: PromoteRefusal, names: string[] = []): Promoted => ({ ok: false, reason, names })

async function promote(scope: SchoolScope, input: PromoteClass): Promise<Promoted> {
  const toSession = await findSession(scope, input.toSession)
  const from = await findSession(scope, input.fromSession)
  if (!toSession || !from) return refusedFor('not-found')
  if (toSession.id === from.id) return refusedFor('same-session')
  // Serialises promotions into one session: the second one sees the first one's enrollments.
  await lockRows('FROM academic_sessions WHERE school_id = :schoolId AND id = :id', {
    schoolId: scope.schoolId,
    id: toSession.id,
  })
  const before = await selectRow(
    { publicId: text('public_id') },
    'FROM promotions WHERE school_id = :schoolId AND form_key = :formKey',
    { schoolId: scope.schoolId, formKey: input.formKey },
  )
  if (before) return done(before.publicId)
  const classes = await findPromotionClasses(scope, { class: input.class, next: input.nextClass ?? '' }, toSession.id)
  if (!classes) return refusedFor('not-found')
  const studentFilter = { fromSessionId: from.id, toSessionId: toSession.id, classId: classes.own.id, section: '' }
  const listChosen = async () =>
    (await listPromotionStudents(scope, studentFilter)).filter((one) => input.destinationOf.has(one.enrollmentPublicId))
  await lockLedgers(
    scope,
    (await listChosen()).map((one) => one.studentId),
  )
  const students = await listChosen()
  if (input.destinationOf.size === 0) return refusedFor('nobody')
  if (students.length < input.destinationOf.size) return refusedFor('class-changed')
  const moves = movesOf(students, input, classes)
  if (!moves) return refusedFor('no-such-section')
  const enrolled = students.filter((one) => one.placeBySession !== null)
  if (enrolled.length > 0) return refusedFor('already-enrolled', enrolled.map(fullName))
  return write(scope, { input, from, to: toSession, classes, moves })
}

function movesOf(students: PromotionStudent[], input: PromoteClass, { own, next }: PromotionClasses): Move[] | null {
  const moves: Move[] = []
  for (const student of students) {
    const choice = input.destinationOf.get(student.enrollmentPublicId)
    if (choice === 'leave' || choice === 'complete') {
      moves.push({ student, outcome: choice === 'leave' ? 'left' : 'completed', target: null })
      continue
    }
    const up = next?.sections.find((one) => one.publicId === choice)
    const same = own.sections.find((one) => one.publicId === choice)
    if (next && up) moves.push({ student, outcome: 'promoted', target: { ...up, classId: next.id } })
    else if (same) moves.push({ student, outcome: 'stayed', target: { ...same, classId: own.id } })
    else return null
  }
  return moves
}

interface Work {
  input: PromoteClass
  from: SessionRecord
  to: SessionRecord
  classes: PromotionClasses
  moves: Move[]
}

async function write(scope: SchoolScope, { input, from, to, classes, moves }: Work): Promise<Promoted> {
  const publicId = newPublicId()
  // Taken after the students were locked, so that dues created from this time on belong to this promotion.
  const now = new Date()
  await execute(
    `INSERT INTO promotions (public_id, school_id, from_session_id, to_session_id, from_class_id, form_key, made_by, created_at)
     VALUES (:publicId, :schoolId, :fromId, :toId, :classId, :formKey, :madeBy, :now)`,
    {
      publicId,
      schoolId: scope.schoolId,
      fromId: from.id,
      toId: to.id,
      classId: classes.own.id,
      formKey: input.formKey,
      madeBy: scope.actor.name,
      now,
    },
  )
  const promotion = await selectRow(
    { id: number('id') },
    'FROM promotions WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
  const promotionId = promotion?.id ?? 0
  const placed = moves.filter((move) => move.target !== null)
  const leaving = moves.filter((move) => move.target === null)
  const { stopped, staying } = await stopTransport(scope, leaving, from)
  if (staying.length > 0) return refusedFor('transport-stays', staying)
  const full = await seatMoves(scope, { promotionId, sessionId: to.id, placed, classes })
  if (full) return refusedFor('section-full', [full])
  await enrollMoves(scope, { to, placed, rollNumbers: input.rollNumbers, now })
  await writeRows(scope, promotionId, to.id, moves)
  await withdrawStudents(scope, leaving, { from, className: classes.own.name })
  let dues = 0
  for (const classId of new Set(placed.map((move) => move.target?.classId ?? 0))) {
    const owing = placed.filter((move) => move.target?.classId === classId && !move.student.rte)
    const ids = owing.map((move) => move.student.studentId)
    dues += await raiseFeesOfClass(scope, ids, { academicSessionId: to.id, classId })
  }
  const count = (outcome: PromotionOutcome) => moves.filter((move) => move.outcome === outcome).length
  await recordAudit(scope, {
    action: 'class.promoted',
    subject: { kind: 'promotion', id: promotionId },
    details: {
      class: classes.own.name,
      from: from.name,
      to: to.name,
      ...Object.fromEntries(promotionOutcomes.map((outcome) => [outcome, count(outcome)])),
      dues,
      transportEnded: stopped,
    },
  })
  return done(publicId)
}
