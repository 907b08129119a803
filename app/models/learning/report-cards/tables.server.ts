import {
  count,
  day,
  editColumns,
  foreign,
  json,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import type { SchemeCard } from './card-view'
import { remarkForm, schemeForm } from './scheme-fields'
import type { Scheme } from './scheme-options'

const { version, createdAt, updatedAt } = editColumns

/**
 * Rules for the report cards of some classes in a session; `revision` counts the versions by which cards were
 * published.
 */
export const ReportScheme = table('report_schemes', {
  ...thingColumns,
  academicSessionId: foreign,
  name: schemeForm.fields.name,
  definition: json<Scheme>(),
  revision: withDefault(count),
  ...editColumns,
})

/** Scheme in the state by which cards were published. */
export const ReportSchemeRevision = table('report_scheme_revisions', {
  id: thingColumns.id,
  schoolId: foreign,
  schemeId: foreign,
  revision: count,
  definition: json<Scheme>(),
  /** Exams by component key. */
  exams: json<Record<string, string[]>>(),
  createdAt,
})

export const ReportSchemeClass = table('report_scheme_classes', {
  id: thingColumns.id,
  schoolId: foreign,
  schemeId: foreign,
  academicSessionId: foreign,
  classId: foreign,
})

/** Assigns all papers of an exam to this component, each in its subject. */
export const ReportSchemeExam = table('report_scheme_exams', {
  id: thingColumns.id,
  schoolId: foreign,
  schemeId: foreign,
  examId: foreign,
  componentKey: text(4),
})

/** Sentence for remarks, with a short number for typing. */
export const ReportRemark = table('report_remarks', { ...thingColumns, ...remarkForm.fields, ...editColumns })

/** A teacher's entries for a student's card of a term, other than marks. */
export const ReportEntry = table('report_entries', {
  id: thingColumns.id,
  schoolId: foreign,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  termKey: text(4),
  grades: json<Record<string, string>>(),
  remarkCodes: text(40),
  remark: text(300),
  version,
  createdAt,
  updatedAt,
})

const published = {
  ...thingColumns,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  termKey: text(4),
  revision: count,
  card: json<SchemeCard>(),
  issuedOn: day,
  createdAt,
}

/** Published card. */
export const ReportCard = table('report_cards', published)

/** Card that a family had until its withdrawal. */
export const ReportCardWithdrawal = table('report_card_withdrawals', {
  ...published,
  reason: text(200),
  withdrawnOn: day,
})

export const ReportWithholding = table('report_withholdings', {
  id: thingColumns.id,
  schoolId: foreign,
  schemeId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  reason: text(200),
  createdAt,
})
