import { listHref } from '~/components/school/list-href'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { guardianForm } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Add guardian', { hasForm: true })

const page = creating({
  ...guardians,
  may: 'students:edit',
  refusals: {},
  // Number of the child from whose page the user came, for the next step.
  within: async (_scope, _at, query) => ({ child: query.get('child')?.slice(0, 40) ?? '' }),
  created: (guardianId, _at, { child }) =>
    child ? listHref(schoolPaths.newGuardianChild(guardianId), { number: child }) : schoolPaths.guardian(guardianId),
  message: 'Now add the children.',
})
export const loader = page.loader
export const action = page.action

export default formPage({
  form: guardianForm,
  context: 'Save first, then add the children and the rights for each.',
  cancelHref: schoolPaths.guardians,
})
