import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { linkForm } from '~/models/people/guardians/guardian-fields'
import { findLink, removeChild } from '~/models/people/guardians/links.server'

export const handle = pageTitle(() => 'Remove a child')

const page = deleting({
  may: 'students:edit',
  form: linkForm,
  find: findLink,
  called: ({ guardianName, childName }) => `${childName} of ${guardianName}`,
  remove: removeChild,
  consequence: 'The guardian is no longer linked to this child. The student and all records stay.',
  refusals: {
    'shut-out': 'The student is 18 and has blocked this guardian; the block is kept. Untick the rights instead.',
  },
  backHref: ({ id }) => schoolPaths.guardian(id),
  removed: ({ id }) => schoolPaths.guardian(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
