import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { holdForm } from '~/models/entry/retention/hold-fields'
import { findHold, setHold } from '~/models/entry/retention/holds.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Retain records', { hasForm: true })

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findStudentRecord(scope, id),
  form: holdForm,
  more: async (student, { scope }) => ({ name: fullName(student), hold: await findHold(scope, student.id) }),
  opened: (_, { hold }) => ({ reason: hold?.reason ?? null }),
  decide: (scope, _id, { reason }, student) => setHold(scope, student, reason),
  refusals: {},
  decided: schoolPaths.student,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: holdForm,
  title: ({ more }) => `Retain the records of ${more.name}`,
  context: ({ more }) => (more.hold ? `Held by ${more.hold.by} since ${formatDay(more.hold.on, 'en')}` : ''),
  submit: 'Save Changes',
  backHref: ({ at }) => schoolPaths.student(at),
  explanation: <p>While a reason is entered here, retention removes none of this student’s data.</p>,
})
