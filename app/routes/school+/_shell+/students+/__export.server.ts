import { type ListView, listViewOf, requireStaff } from '~/http/route.server'
import { exportColumns } from '~/models/entry/imports/export-students.server'
import { studentFilters } from './__filters'

/** Limit above which only CSV is offered: a workbook is built in memory and blocks other requests. */
export const maxWorkbookCells = 100_000

const sorts = ['name', 'number', 'class'] as const

/** Reads user, students and columns of an export; no columns if none is ticked. */
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
