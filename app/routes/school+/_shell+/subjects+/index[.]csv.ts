import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listSubjects, type SubjectRow, subjectSorts } from '~/models/academics/subject-queries.server'

/** The filtered list of subjects for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: subjectSorts, filters: { class: 'id' } })
  return csvOfList<SubjectRow>(
    'subjects.csv',
    [
      { label: 'Subject', value: (row) => row.name },
      { label: 'Code', value: (row) => row.code },
      { label: 'Classes', value: (row) => row.classNames },
    ],
    (place) => listSubjects(scope, { ...view, ...place, classId: view.filters.class }),
  )
}
