import { withdrawEnrollment } from '~/models/academics/enroll.server'
import { listOpenEnrollments } from '~/models/academics/enrollment-queries.server'
import { closeStudentAccount } from '~/models/accounts/student-account.server'
import { leaveHostel } from '~/models/hostels/leave-hostel.server'
import { cancelDues } from '~/models/ledger/cancel-dues.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { leaveTransport } from '~/models/transport/leave-transport.server'

/** Who leaves, when, and what the office chose on the page. */
export interface Leaving {
  studentId: number
  /** YYYY-MM-DD */
  leftOn: string
  /** Public ids of the open dues that are no longer owed. */
  cancelDues: readonly string[]
}

export type LeavingRefusal = 'before-enrolled' | 'dues-changed' | 'hostel-stays' | 'transport-stays'

/**
 * One thing that has to be settled with whoever leaves. It does its part in the transaction of all, and answers facts for the
 * audit log, or by name why the student cannot leave like this; then nothing happens at all.
 */
export type LeavingStep = (
  scope: SchoolScope,
  leaving: Leaving,
) => Promise<Record<string, number | string> | LeavingRefusal>

const settleDues: LeavingStep = async (scope, leaving) => {
  const cancelled = await cancelDues(scope, leaving.studentId, leaving.cancelDues)
  return cancelled === null ? 'dues-changed' : { duesCancelled: cancelled }
}

const giveBedsBack: LeavingStep = async (scope, leaving) => {
  const places = await leaveHostel(scope, leaving)
  return places === null ? 'hostel-stays' : { roomApplications: places }
}

const stopRiding: LeavingStep = async (scope, leaving) => {
  const stopped = await leaveTransport(scope, leaving)
  return stopped === null ? 'transport-stays' : { transportSeats: stopped ? 1 : 0 }
}

const giveSeatsBack: LeavingStep = async (scope, leaving) => {
  const open = await listOpenEnrollments(scope, leaving.studentId, leaving.leftOn, { lock: true })
  const places = open.filter((place) => place.status === 'studying')
  const begun = places.filter((place) => place.sessionStartsOn <= leaving.leftOn)
  if (begun.some((place) => place.enrolledOn > leaving.leftOn)) return 'before-enrolled'
  for (const place of places) await withdrawEnrollment(scope, place, leaving.leftOn)
  return { seats: places.length }
}

const closeAccount: LeavingStep = async (scope, leaving) => {
  await closeStudentAccount(scope, leaving.studentId)
  return {}
}

/** In the order of their locks: the ledger, then beds and seats, then the account. What else a student holds of the school adds a step. */
export const leavingSteps: readonly LeavingStep[] = [settleDues, giveBedsBack, stopRiding, giveSeatsBack, closeAccount]
