import type { Locale } from '~/language/paraglide/runtime'
import type { ExamSum, PaperResult } from './result-rules'

export interface ReportCardPaper extends Omit<PaperResult, 'presence'> {
  subjectName: string
  grade: string | null
}

export interface ReportCard extends ExamSum {
  /** Key to the attendance days, which belong to another domain. */
  enrollmentId: number
  /** Language of the card, which is the student's. */
  language: Locale
  name: string
  fatherName: string
  motherName: string
  enrollmentNumber: string
  rollNumber: number | null
  sectionName: string
  /** Null if the section has none, and in earlier sessions: a section stores only its current class teacher. */
  classTeacher: string | null
  papers: ReportCardPaper[]
  /** Null if the school does not show ranks, or the student has none. */
  rank: { rank: number; of: number } | null
}

export interface ExamOnCard {
  name: string
  className: string
  sessionName: string
  published: boolean
}

/** Marked days of the session so far; half days count as halves. */
export interface AttendanceOnCard {
  present: number
  days: number
  percent: number
}

export interface ReportCardsView {
  school: { name: string; address: string; phone: string; email: string; board: string; affiliationNumber: string }
  /** PNG or JPEG. */
  logo: Uint8Array | null
  exam: ExamOnCard
  /** Best grade first. */
  bands: ReadonlyArray<{ grade: string; fromPercent: number }>
  /** YYYY-MM-DD */
  printedOn: string
  cards: ReadonlyArray<ReportCard & { attendance: AttendanceOnCard | null }>
}
