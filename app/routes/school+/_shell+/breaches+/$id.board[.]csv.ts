import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { readBoardReport } from '~/models/entry/breaches/board-report.server'
import { breaches } from '~/models/entry/breaches/cases.server'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'breaches:handle')
  const breach = foundOr404(isPublicId(params.id) ? await breaches.find(scope, params.id) : null)
  const { groups } = await readBoardReport(scope, breach)
  const rows = groups.flatMap(({ title, rows: facts }) => facts.map((fact) => [title, ...fact]))
  return csvResponse('data-breach-report.csv', [['Part', 'What', 'Particulars'], ...rows])
}
