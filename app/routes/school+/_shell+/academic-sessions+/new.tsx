import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sessionForm, sessionRefusals } from '~/models/academics/academic-fields'
import { sessionChoices, yearStartsMonth } from '~/models/academics/queries.server'
import { suggestSession } from '~/models/academics/rules'
import { sessions } from '~/models/academics/sessions.server'
import { todayInIndia } from '~/models/shared/calendar'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add academic session', { hasForm: true })

const page = creating({
  ...sessions,
  may: 'academics:edit',
  start: async (scope) => {
    const [there, startsMonth] = await Promise.all([sessionChoices(scope), yearStartsMonth(scope)])
    const names = there.map(({ name }) => name)
    return { ...suggestSession(todayInIndia(new Date()), names, startsMonth), isCurrent: there.length === 0 }
  },
  refusals: sessionRefusals,
  created: schoolPaths.session,
})
export const loader = page.loader
export const action = page.action

export default function NewSessionPage() {
  return <FormPage form={sessionForm} title="Add academic session" cancelHref={schoolPaths.sessions} />
}
