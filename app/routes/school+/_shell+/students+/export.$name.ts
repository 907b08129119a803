import type { LoaderFunctionArgs } from '@remix-run/node'
import { pagesOfFile } from '~/http/large-file.server'
import { csvOfList, foundOr404, seeOther } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { workbookResponse } from '~/http/workbook-response.server'
import { listWholeStudents, workbookOfStudents } from '~/models/entry/imports/export-students.server'
import { maxWorkbookCells, readExport } from './__export.server'

/** Sends the listed students with the ticked columns as `students.csv` or `students.xlsx`. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, view, columns } = await readExport(args)
  const [name = '', ending] = foundOr404(/^students\.(csv|xlsx)$/.exec(args.params.name ?? ''))
  const back = (trouble: string) => {
    const query = new URL(args.request.url).searchParams
    query.set('trouble', trouble)
    return seeOther(`${schoolPaths.exportStudents}?${query}`)
  }
  if (columns.length === 0) return back('none')
  const read = (paging: { page: number; pageSize: number }) => listWholeStudents(scope, { ...view, ...paging }, null)
  if (ending === 'csv') {
    const inFile = columns.map(({ key, label }) => ({
      label,
      value: (row: Partial<Record<string, string>>) => row[key] ?? '',
    }))
    return csvOfList(name, inFile, read)
  }
  const maxRows = Math.floor(maxWorkbookCells / columns.length)
  const { total } = await read({ page: 1, pageSize: 1 })
  if (total > maxRows) return back('large')
  const cells: string[][] = []
  for await (const rows of pagesOfFile(read)) cells.push(...rows.map((row) => columns.map(({ key }) => row[key] ?? '')))
  return workbookResponse(name, await workbookOfStudents(cells, columns))
}
