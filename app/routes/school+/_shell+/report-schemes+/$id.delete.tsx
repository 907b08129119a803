import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemeForm } from '~/models/report-cards/scheme-fields'
import { deleteScheme, findScheme } from '~/models/report-cards/schemes.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete scheme')

const page = deleting({
  may: 'exams:edit',
  form: schemeForm,
  find: findScheme,
  obstacle: ({ cards }) => (cards > 0 ? 'in-use' : null),
  remove: deleteScheme,
  refusals: { 'in-use': 'Cards were published by it, or grades and remarks were entered: it is kept with them.' },
  removed: () => schoolPaths.reportSchemes,
})
export const loader = page.loader
export const action = page.action

export default function DeleteSchemePage() {
  return (
    <DeletePage<typeof loader>
      consequence="No card was published by it. It will be deleted permanently; exams and marks stay."
      backHref={schoolPaths.reportScheme}
    />
  )
}
