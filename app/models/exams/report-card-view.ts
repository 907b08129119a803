import type { Locale } from '~/language/paraglide/runtime'
import type { ExamSum, PaperResult } from './result-rules'

export interface ReportCardPaper extends Omit<PaperResult, 'presence'> {
  subjectName: string
  grade: string | null
}

/** What one student's card says, all of it reckoned already. */
export interface ReportCard extends ExamSum {
  /** Finds the days of attendance, which another domain keeps. */
  enrollmentId: number
  /** The student's own language: that of the card. */
  language: Locale
  name: string
  fatherName: string
  motherName: string
  enrollmentNumber: string
  rollNumber: number | null
  sectionName: string
  /** Null also for an earlier session: a section knows only its class teacher of now. */
  classTeacher: string | null
  papers: ReportCardPaper[]
  /** Null where the school does not show ranks, and for whom the exam ranks not. */
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
