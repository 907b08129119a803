import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listSections, type SectionRow, sectionSorts } from '~/models/academics/section-queries.server'

/** The filtered list of sections for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: sectionSorts, filters: { class: 'id' } })
  return csvOfList<SectionRow>(
    'sections.csv',
    [
      { label: 'Class', value: (row) => row.className },
      { label: 'Section', value: (row) => row.name },
      { label: 'Class teacher', value: (row) => row.classTeacher },
      { label: 'Students', value: (row) => row.taken },
      { label: 'Capacity', value: (row) => row.capacity },
    ],
    (place) => listSections(scope, { ...view, ...place, classId: view.filters.class }),
  )
}
