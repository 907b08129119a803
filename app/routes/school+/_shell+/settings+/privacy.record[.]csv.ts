import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { requireStaff } from '~/http/route.server'
import { recordLines } from '~/models/entry/retention/record.server'
import { findYears } from '~/models/entry/retention/years.server'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const lines = recordLines(await findYears(scope))
  return csvResponse('record-of-processing.csv', [
    ['What', 'Why', 'Basis', 'Who sees it', 'How long', 'Where'],
    ...lines.map(({ what, why, basis, seenBy, howLong, where }) => [
      what,
      why,
      basis,
      seenBy,
      howLong,
      where.join(' '),
    ]),
  ])
}
