import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { periodsOfTeacher } from '~/models/learning/timetable/queries.server'
import { teacherStatusForm } from '~/models/people/academics/academic-fields'
import { setTeacherStatus, teachers } from '~/models/people/academics/teachers.server'

export const handle = pageTitle(() => 'Status of a teacher')

const page = deciding({
  may: 'academics:edit',
  find: teachers.find,
  form: teacherStatusForm,
  opened: ({ status }) => ({ status: status === 'active' ? ('inactive' as const) : ('active' as const) }),
  more: async ({ publicId, name, sectionNames, signInStatus }, { scope }) => ({
    name,
    sectionNames,
    periods: await periodsOfTeacher(scope, publicId),
    hasSignIn: signInStatus === 'active',
  }),
  decide: (scope, at, { status }) => setTeacherStatus(scope, at, status),
  refusals: {},
  decided: schoolPaths.teacher,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: teacherStatusForm,
  title: ({ more, values }) => `${values.status === 'inactive' ? 'Deactivate' : 'Restore'} ${more.name}?`,
  submit: ({ values }) => (values.status === 'inactive' ? 'Deactivate' : 'Restore'),
  isDangerous: ({ values }) => values.status === 'inactive',
  backHref: ({ at }) => schoolPaths.teacher(at),
  explanation: ({ values, more }) => (
    <p>{values.status === 'inactive' ? leaving(more) : `${more.name} can be class teacher again.`}</p>
  ),
})

type Leaving = { name: string; sectionNames: string | null; periods: number; hasSignIn: boolean }

function leaving({ name, sectionNames, periods, hasSignIn }: Leaving): string {
  const week = `${name} is in the timetable for ${counted(periods, 'period')} a week; choose another teacher there.`
  return [
    sectionNames && `${sectionNames} will have no class teacher.`,
    periods > 0 && week,
    `${name} is no longer offered as a teacher; existing entries are kept.`,
    hasSignIn && 'The sign-in remains until the owner removes it under Staff.',
  ]
    .filter(Boolean)
    .join(' ')
}
