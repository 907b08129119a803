import { actionWords, factWords } from '~/components/school/audit-words'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { listAudit, listAuditSubjects } from '~/models/entry/dashboard/list-audit.server'

export const handle = pageTitle(() => 'Audit log')

const actors = { staff: 'Staff', student: 'Students', guardian: 'Guardians', system: 'The portal itself' }

const list: ListOf<typeof listAudit, string[]> = {
  path: schoolPaths.audit,
  file: { path: schoolPaths.auditFile, name: () => `audit-${todayInIndia(new Date())}.csv` },
  noun: 'entry',
  nouns: 'entries',
  may: 'audit:view',
  search: { label: 'Search', placeholder: 'Who, what or details' },
  filters: {
    subjectKind: {
      label: 'About',
      any: 'Anything',
      kind: 'word',
      options: (subjects) => subjects.map((value) => ({ value, label: actionWords(value) })),
    },
    actorKind: { label: 'Made by', any: 'Anybody', options: optionsOf(actors) },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  columns: [
    { label: 'What', role: 'title', value: (row) => actionWords(row.action) },
    { label: 'When', align: 'nowrap', sort: 'when', newestFirst: true, value: (row) => formatInstant(row.at, 'en') },
    { label: 'Who', value: 'actor' },
    { label: 'Made by', only: 'file', value: 'actorKind' },
    { label: 'Student', value: 'whom', href: (row) => (row.whomId ? schoolPaths.student(row.whomId) : null) },
    { label: 'Details', value: (row) => factWords(row.details) },
  ],
}

export const loader = listLoader(list, listAudit, listAuditSubjects)

export default listPage(list, {
  rowKey: (row) => row.id,
  title: 'Audit log',
  context: 'Every change to money, marks, approvals, identity and rights, and who made it. This log cannot be changed.',
  icon: 'info',
  empty: { title: 'No entries yet', text: 'Changes to money, identity and rights are listed here as they happen.' },
})
