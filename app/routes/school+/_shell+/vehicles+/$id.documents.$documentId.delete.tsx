import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { deleteDocument, findDocument } from '~/models/money/vehicles/documents.server'
import { documentForm, documentKindWords } from '~/models/money/vehicles/vehicle-fields'

export const handle = pageTitle(() => 'Delete document')

const page = deleting({
  may: 'transport:edit',
  form: documentForm,
  find: findDocument,
  called: ({ kind, vehicleNumber }) => `${documentKindWords[kind]} of ${vehicleNumber}`,
  obstacle: () => null,
  remove: deleteDocument,
  consequence: 'It will be deleted permanently, with its file.',
  refusals: {},
  backHref: ({ id }) => schoolPaths.vehicle(id),
  removed: ({ id }) => schoolPaths.vehicle(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
