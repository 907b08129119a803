import { column, columnsOfForm, editColumns, kept, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import type { SchemeCard } from './card-view'
import { remarkForm, schemeForm } from './scheme-fields'
import type { Scheme } from './scheme-options'

const { version, createdAt, updatedAt } = editColumns

/**
 * Rules for the report cards of some classes in a session; `revision` counts the versions under which cards were
 * published.
 */
export const ReportScheme = table('report_schemes', {
  ...thingColumns,
  academicSessionId: column.foreign,
  name: schemeForm.fields.name,
  definition: column.json<Scheme>(),
  revision: withDefault(column.count),
  ...editColumns,
})

/** Version of a scheme under which cards were published. */
export const ReportSchemeRevision = table('report_scheme_revisions', {
  id: thingColumns.id,
  schoolId: column.foreign,
  schemeId: column.foreign,
  revision: column.count,
  definition: column.json<Scheme>(),
  /** Exams by component key. */
  exams: column.json<Record<string, string[]>>(),
  createdAt,
})

export const ReportSchemeClass = table('report_scheme_classes', {
  id: thingColumns.id,
  schoolId: column.foreign,
  schemeId: column.foreign,
  academicSessionId: column.foreign,
  classId: column.foreign,
})

/** Exam that counts for a component of the scheme: each of its papers counts in the paper’s subject. */
export const ReportSchemeExam = table('report_scheme_exams', {
  id: thingColumns.id,
  schoolId: column.foreign,
  schemeId: column.foreign,
  examId: column.foreign,
  componentKey: column.text(4),
})

/** Sentence of the remark bank, with the short number that teachers type instead of it. */
export const ReportRemark = table('report_remarks', { ...thingColumns, ...columnsOfForm(remarkForm), ...editColumns })

/** A teacher's entries for a student's card of a term, other than marks. */
export const ReportEntry = table('report_entries', {
  id: thingColumns.id,
  schoolId: column.foreign,
  schemeId: column.foreign,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  termKey: kept('results', column.text(4)),
  grades: kept('results', column.json<Record<string, string>>()),
  remarkCodes: kept('remarks', column.text(40)),
  remark: kept('remarks', column.text(300)),
  version,
  createdAt,
  updatedAt,
})

const published = {
  ...thingColumns,
  schemeId: column.foreign,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  termKey: kept('results', column.text(4)),
  revision: kept('results', column.count),
  card: kept('results', column.json<SchemeCard>()),
  issuedOn: kept('results', column.day),
  createdAt,
}

export const ReportCard = table('report_cards', published)

/** Published card that the school has withdrawn; the family could read it until then. */
export const ReportCardWithdrawal = table('report_card_withdrawals', {
  ...published,
  reason: kept('results', column.text(200)),
  withdrawnOn: kept('results', column.day),
})

export const ReportWithholding = table('report_withholdings', {
  id: thingColumns.id,
  schoolId: column.foreign,
  schemeId: column.foreign,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  reason: kept('remarks', column.text(200)),
  createdAt,
})
