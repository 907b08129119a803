import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { workbookResponse } from '~/http/workbook-response.server'
import { kindOfWord } from '~/models/entry/imports/options'
import { templateOf, templateWorkbook } from '~/models/entry/imports/queries.server'
import { requireImporter } from '~/routes/school+/_shell+/__import-guard.server'

/** Sends the template for a kind of import: `students.csv`, `students.xlsx`. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'imports:run')
  const [, word, ending] = foundOr404(/^([a-z-]+)\.(csv|xlsx)$/.exec(params.name ?? ''))
  const kind = foundOr404(kindOfWord(word))
  await requireImporter(context, request, kind)
  if (ending === 'csv') return csvResponse(`${word}.csv`, templateOf(kind).rows)
  return workbookResponse(`${word}.xlsx`, await templateWorkbook(kind))
}
