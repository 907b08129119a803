import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listAdmissions } from '~/models/entry/admissions/applicants/admission-queries.server'
import { classChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { admissionStateTones, admissionStateWords, originWords } from './__admission-words'

export const handle = pageTitle(() => 'Admissions')

async function choices(scope: SchoolScope, _view: unknown, { schoolPublicId }: { schoolPublicId: string }) {
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return { sessions: choicesOf(sessions), classes: choicesOf(classes), schoolPublicId }
}

const list: ListOf<typeof listAdmissions, Awaited<ReturnType<typeof choices>>> = {
  path: schoolPaths.admissions,
  file: { path: schoolPaths.admissionsFile, name: 'admissions.csv' },
  noun: 'admission',
  may: 'admissions:view',
  add: { href: schoolPaths.newAdmission, may: 'admissions:edit' },
  search: { label: 'Search', placeholder: 'Name, parent, mobile, e-mail' },
  filters: {
    state: { label: 'Status', options: optionsOf(admissionStateWords) },
    class: { label: 'Class applied for', any: 'All classes', options: ({ classes }) => classes },
    session: { label: 'Academic session', any: 'Any session', options: ({ sessions }) => sessions },
    origin: { label: 'Source', any: 'Any source', options: optionsOf(originWords) },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  columns: [
    {
      label: 'Status',
      sort: 'state',
      value: (row) => admissionStateWords[row.state],
      tone: (row) => admissionStateTones[row.state],
    },
    {
      label: 'Name',
      role: 'title',
      sort: 'name',
      only: 'page',
      value: 'name',
      href: (row) => schoolPaths.admission(row.publicId),
    },
    { label: 'First name', only: 'file', value: 'first_name' },
    { label: 'Last name', only: 'file', value: 'last_name' },
    { label: 'Date of birth', only: 'file', value: 'date_of_birth' },
    { label: 'Father name', only: 'file', value: 'father_name' },
    { label: 'Class applied for', sort: 'class', value: 'className', cell: (row) => row.className ?? '–' },
    { label: 'Academic session', only: 'file', value: 'sessionName' },
    { label: 'Mobile number', align: 'nowrap', value: 'mobile_number' },
    { label: 'Email', only: 'file', value: 'email' },
    { label: 'Source', value: (row) => originWords[row.origin] },
    dayColumn('Received', (row) => row.createdAt, { sort: 'received' }),
  ],
}

export const loader = listLoader(list, listAdmissions, choices)

export default listPage(list, {
  context: 'Children who have applied for admission, at the office or online.',
  icon: 'users',
  summary: (more) => (
    <>
      {' · '}
      <a href={paths.student.registerAt(more.schoolPublicId)}>Page for families</a>
    </>
  ),
  empty: 'Children who register online, and those you add here, will be listed until you accept or reject them.',
})
