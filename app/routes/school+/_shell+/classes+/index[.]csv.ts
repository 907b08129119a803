import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type ClassRow, classSorts, listClasses } from '~/models/academics/queries.server'

/** The filtered list of classes for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: classSorts, filters: {} })
  return csvOfList<ClassRow>(
    'classes.csv',
    [
      { label: 'Position', value: (row) => row.position },
      { label: 'Class', value: (row) => row.name },
      { label: 'Sections', value: (row) => row.sections },
      { label: 'Students', value: (row) => row.students },
    ],
    (place) => listClasses(scope, { ...view, ...place }),
  )
}
