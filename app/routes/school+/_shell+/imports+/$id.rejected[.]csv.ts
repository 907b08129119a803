import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList } from '~/http/route.server'
import { kindOfImport } from '~/models/imports/kinds/registry.server'
import { listRejected } from '~/models/imports/queries.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'

type Row = Awaited<ReturnType<typeof listRejected>>['rows'][number]

/** Rejected rows with their reasons, ready to be mended and sent again; Aadhaar numbers are left out. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const { columns } = kindOfImport(record.kind)
  return csvOfList<Row>(
    'rejected-rows.csv',
    [
      { label: 'Line', value: (row) => row.line },
      { label: 'What is wrong', value: (row) => row.reasons },
      ...columns.map(({ key, label }) => ({ label, value: (row: Row) => row.texts[key] ?? '' })),
    ],
    (place) => listRejected(scope, record, place),
  )
}
