import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { yearsForm } from '~/models/entry/retention/retention-fields'
import { findYears, saveYears } from '~/models/entry/retention/years.server'

export const handle = pageTitle(() => 'Years after leaving', { hasForm: true })

const page = deciding({
  may: 'settings:edit',
  form: yearsForm,
  find: findYears,
  opened: (years) => years as Required<typeof years>,
  decide: (scope, _at, values) => saveYears(scope, values),
  refusals: {},
  decided: () => schoolPaths.privacySettings,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: yearsForm,
  title: 'Years after leaving',
  context:
    'How long each kind of data is kept after a student has left or an admission was rejected. The law sets the minimum.',
  submit: 'Save Changes',
  backHref: schoolPaths.privacySettings,
})
