import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { sessionForm, sessionRefusals } from '~/models/people/academics/academic-fields'
import { sessionChoices, yearStartsMonth } from '~/models/people/academics/queries.server'
import { suggestSession } from '~/models/people/academics/rules'
import { sessions } from '~/models/people/academics/sessions.server'

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

export default formPage({ form: sessionForm, title: 'Add academic session', cancelHref: schoolPaths.sessions })
