import { type ListView, listViewOf, requireStaff } from '~/http/route.server'
import { exportColumns } from '~/models/imports/export-students.server'
import { studentFilters } from './__filters'

/** More cells than this are written as CSV only: a workbook is put together in memory while everybody waits. */
export const maxWorkbookCells = 100_000

const sorts = ['name', 'number', 'class'] as const

/** Who exports, which students, and which columns of them; no column where none is ticked. */
export async function readExport({ context, request }: { context: object; request: Request }) {
  const staff = await requireStaff(context, request, 'students:edit')
  const query = new URL(request.url).searchParams
  const view: ListView<(typeof sorts)[number], keyof typeof studentFilters> = listViewOf(request, {
    sorts,
    filters: studentFilters,
  })
  const ticked = new Set(query.getAll('columns'))
  return { scope: staff.scope, view, columns: exportColumns.filter(({ key }) => ticked.has(key)) }
}
