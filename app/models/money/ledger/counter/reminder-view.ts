import type { Language } from '~/language/language'

/** One letter about overdue dues; amounts in paise, days `YYYY-MM-DD`. */
export interface ReminderView {
  /** Language of the family. */
  language: Language
  studentName: string
  fatherName: string
  enrollmentNumber: string
  /** Null when not enrolled in the current session. */
  className: string | null
  sectionName: string | null
  dues: ReadonlyArray<{ name: string; title: string; dueOn: string; balancePaise: number; finePaise: number }>
}

/** Letters per file; more are split into several files. */
export const maxLetters = 300

/** Days since the oldest overdue instalment, as offered by the filter of the defaulters. */
export const overdueDays = ['15', '30', '60', '90'] as const
