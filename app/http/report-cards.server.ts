import { findProfile, readLogo } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { allDaysOfEnrollments } from '~/models/learning/attendance/enrollment-days.server'
import { attendancePercent, attendedDays, type DayCounts, markedDays } from '~/models/learning/attendance/rules'
import type { ReportCards } from '~/models/learning/exams/results/read-report-cards.server'
import type { AttendanceOnCard } from '~/models/learning/exams/results/report-card-view'
import { foundOr404 } from './guards.server'

/** Content of the file of report cards: the exam's data, the school's letterhead and the attendance of the session. */
export async function reportCardsView(scope: SchoolScope | StudentScope, { exam, bands, cards }: ReportCards) {
  const [head, days] = await Promise.all([
    schoolOnCard(scope),
    allDaysOfEnrollments(
      scope,
      cards.map((card) => card.enrollmentId),
    ),
  ])
  return {
    ...head,
    exam,
    bands,
    printedOn: todayInIndia(new Date()),
    cards: cards.map((card) => ({ ...card, attendance: attendanceOf(days.get(card.enrollmentId)) })),
  }
}

export async function schoolOnCard(scope: SchoolScope | StudentScope) {
  const [profile, logo] = await Promise.all([findProfile(scope), readLogo(scope)])
  const { name, address, phone, email, board, affiliationNumber } = foundOr404(profile)
  return {
    school: { name, address, phone, email, board: board ?? '', affiliationNumber: affiliationNumber ?? '' },
    logo,
  }
}

function attendanceOf(counts: DayCounts | undefined): AttendanceOnCard | null {
  const percent = counts ? attendancePercent(counts) : null
  if (!counts || percent === null) return null
  return { present: attendedDays(counts), days: markedDays(counts), percent }
}
