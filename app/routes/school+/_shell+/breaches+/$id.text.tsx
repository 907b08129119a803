import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { languagesInWords } from '~/language/language'
import { textForm } from '~/models/entry/breaches/breach-fields'
import { findBreachText, saveBreachText, textSchema } from '~/models/entry/breaches/cases.server'

export const handle = pageTitle(() => 'Text for the families', { hasForm: true })

const page = editing({
  may: 'breaches:handle',
  form: textForm,
  schema: textSchema,
  find: findBreachText,
  more: ({ title }) => ({ title }),
  update: saveBreachText,
  refusals: {
    sent: 'This text has already been sent. Open another case to send something else',
    closed: 'The case is closed',
  },
  updated: (at: string) => schoolPaths.breach(at),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: textForm,
  title: 'Text for the families',
  context: ({ more }) =>
    `${more.title}. Families see the notice in their language, or in the first available of ${languagesInWords()}.`,
  cancelHref: ({ at }) => schoolPaths.breach(String(at)),
})
