import { count, day, edited, foreign, given, json, table, text, thing } from '~/models/shared/table.server'
import type { SchemeCard } from './card-view'
import { remarkForm, schemeForm } from './scheme-fields'
import type { Scheme } from './scheme-options'

const { version, createdAt, updatedAt } = edited

/** How the marks of some classes become report cards in a session; `revision` counts its versions by which cards were published. */
export const ReportScheme = table('report_schemes', {
  ...thing,
  academicSessionId: foreign,
  name: schemeForm.fields.name,
  definition: json<Scheme>(),
  revision: given(count),
  ...edited,
})

/** A scheme as cards were published by it. */
export const ReportSchemeRevision = table('report_scheme_revisions', {
  id: thing.id,
  schoolId: foreign,
  schemeId: foreign,
  revision: count,
  definition: json<Scheme>(),
  /** By the key of the component. */
  exams: json<Record<string, string[]>>(),
  createdAt,
})

export const ReportSchemeClass = table('report_scheme_classes', {
  id: thing.id,
  schoolId: foreign,
  schemeId: foreign,
  academicSessionId: foreign,
  classId: foreign,
})

/** All papers of the exam are of this component, each of its subject. */
export const ReportSchemeExam = table('report_scheme_exams', {
  id: thing.id,
  schoolId: foreign,
  schemeId: foreign,
  examId: foreign,
  componentKey: text(4),
})

/** A sentence for remarks, by a number that is quickly typed. */
export const ReportRemark = table('report_remarks', { ...thing, ...remarkForm.fields, ...edited })

/** What teachers enter for a student's card of a term beside marks. */
export const ReportEntry = table('report_entries', {
  id: thing.id,
  schoolId: foreign,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  termKey: text(4),
  grades: json<Record<string, string>>(),
  remarkCodes: text(40),
  remark: text(300),
  ...{ version, createdAt, updatedAt },
})

const published = {
  ...thing,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  termKey: text(4),
  revision: count,
  card: json<SchemeCard>(),
  issuedOn: day,
  createdAt,
}

/** A card as it was published. */
export const ReportCard = table('report_cards', published)

/** A card that a family had until it was withdrawn. */
export const ReportCardWithdrawal = table('report_card_withdrawals', {
  ...published,
  reason: text(200),
  withdrawnOn: day,
})

export const ReportWithholding = table('report_withholdings', {
  id: thing.id,
  schoolId: foreign,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  reason: text(200),
  createdAt,
})
