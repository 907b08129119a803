import type { Language } from '~/language/language'

/** One letter about what is overdue; amounts in paise, days `YYYY-MM-DD`. */
export interface ReminderView {
  /** The family's. */
  language: Language
  studentName: string
  fatherName: string
  enrollmentNumber: string
  /** Null when not enrolled in the current session. */
  className: string | null
  sectionName: string | null
  dues: ReadonlyArray<{ name: string; title: string; dueOn: string; balancePaise: number; finePaise: number }>
}

/** The most letters one file may hold; more are several files. */
export const maxLetters = 300

/** Since how many days the oldest instalment is overdue, as the filter of the defaulters offers it. */
export const overdueDays = ['15', '30', '60', '90'] as const
