import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { linkForm } from '~/models/people/guardians/guardian-fields'
import { changeRights, findLink } from '~/models/people/guardians/links.server'

export const handle = pageTitle(() => 'Rights of a guardian', { hasForm: true })

const page = editing({
  may: 'students:edit',
  form: linkForm,
  find: findLink,
  more: ({ guardianName, childName, shutOutAt }) => ({
    guardianName,
    childName,
    shutOutOn: shutOutAt && formatDay(todayInIndia(shutOutAt), 'en'),
  }),
  update: changeRights,
  refusals: {},
  updated: ({ id }) => schoolPaths.guardian(id),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: linkForm,
  title: ({ more }) => `${more.guardianName} and ${more.childName}`,
  context: ({ more }) =>
    more.shutOutOn === null
      ? 'Rights of this guardian for this child. Leave all unticked if there are none, for example by court order.'
      : `The student is 18 and has blocked this guardian since ${more.shutOutOn}. Only the student can lift the block, whatever is ticked here.`,
  cancelHref: ({ at }) => schoolPaths.guardian(at.id),
  deleteHref: ({ at }) => schoolPaths.deleteGuardianChild(at.id, at.childId),
})
