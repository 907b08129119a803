import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { peopleForm } from '~/models/entry/breaches/breach-fields'
import { breaches } from '~/models/entry/breaches/cases.server'
import { maxListedNumbers } from '~/models/entry/breaches/options'
import { choosePeople } from '~/models/entry/breaches/people.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'
import { chosenWords } from './__words'

export const handle = pageTitle(() => 'Choose people', { hasForm: true })

const page = creating({
  may: 'breaches:handle',
  form: peopleForm,
  within: (scope, at: string) => breaches.find(scope, at),
  more: async (breach, scope) => ({ title: breach.title, sections: sectionOptions(await sectionChoices(scope)) }),
  create: (scope, _formKey, values, at) => choosePeople(scope, at, values),
  refusals: {
    closed: 'The case is closed',
    nobody: { numbers: 'Enter numbers, choose a section, or tick “Everyone at the school”' },
    'too-many': { numbers: `Enter at most ${maxListedNumbers.toLocaleString('en-IN')} numbers at once` },
  },
  created: (_made, at) => schoolPaths.breach(at),
  message: (_typed, { value }) => chosenWords(value),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: peopleForm,
  title: 'Choose people',
  context: ({ more }) => more.title,
  submit: 'Save selection',
  known: ({ more }) => ({ section: { options: more.sections } }),
  cancelHref: ({ at }) => schoolPaths.breach(String(at)),
})
