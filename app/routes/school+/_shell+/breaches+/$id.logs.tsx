import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { logForm } from '~/models/entry/breaches/breach-fields'
import { breaches, staffChoices } from '~/models/entry/breaches/cases.server'
import { findPeople } from '~/models/entry/breaches/people.server'
import { chosenWords } from './__words'

export const handle = pageTitle(() => 'Find people in the logs', { hasForm: true })

const page = creating({
  may: 'breaches:handle',
  form: logForm,
  within: (scope, at: string) => breaches.find(scope, at),
  more: async (breach, scope) => ({ title: breach.title, staff: choicesOf(await staffChoices(scope)) }),
  start: (_scope, _query, _staff, breach) => ({
    fromOn: breach.noticedOn,
    fromMinute: 0,
    untilOn: todayInIndia(new Date()),
    untilMinute: 23 * 60 + 59,
  }),
  create: (scope, _formKey, values, at) => findPeople(scope, at, values),
  refusals: { closed: 'The case is closed', backwards: { untilOn: 'The end cannot be before the start' } },
  created: (_made, at) => schoolPaths.breach(at),
  message: (_typed, { value }) => chosenWords(value),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: logForm,
  title: 'Find people in the logs',
  context: ({ more }) =>
    `${more.title}. The portal records changes, sign-ins and downloads; viewing a page leaves no record. If a list was downloaded, choose everyone on it.`,
  submit: 'Add people found in the log',
  known: ({ more }) => ({ staff: { options: more.staff } }),
  cancelHref: ({ at }) => schoolPaths.breach(String(at)),
})
