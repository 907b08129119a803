import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { deleteDraft } from '~/models/learning/certificates/drafts.server'
import { contentForm } from '~/models/learning/certificates/item-fields'
import { certificatePageOptions, issuedAlready } from './__certificate.server'

export const handle = pageTitle(() => 'Delete a draft')

const page = deleting({
  ...certificatePageOptions,
  form: contentForm,
  called: ({ kindName, studentName }) => `the draft of ${kindName} of ${studentName}`,
  obstacle: ({ state }) => (state === 'draft' ? null : 'issued-already'),
  remove: deleteDraft,
  consequence: 'It has no number yet, so no number is lost.',
  refusals: { 'issued-already': issuedAlready },
  backHref: schoolPaths.certificate,
  removed: () => schoolPaths.certificates,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
