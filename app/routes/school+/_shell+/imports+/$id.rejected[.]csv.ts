import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList } from '~/http/route.server'
import { listRejected, rejectedColumns } from '~/models/entry/imports/queries.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'

type Row = Awaited<ReturnType<typeof listRejected>>['rows'][number]

/** Sends rejected rows with their reasons, to be corrected and uploaded again; omits Aadhaar numbers. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const first = [
    { label: 'Line', value: (row: Row) => row.line },
    { label: 'What is wrong', value: (row: Row) => row.reasons },
  ]
  // Omits the file's own "Line" and "What is wrong", which it has if it is itself a corrected file of rejected rows.
  const others = rejectedColumns(record).filter(({ label }) => first.every((one) => one.label !== label))
  return csvOfList<Row>(
    'rejected-rows.csv',
    [...first, ...others.map(({ key, label }) => ({ label, value: (row: Row) => row.texts[key] ?? '' }))],
    (paging) => listRejected(scope, record, paging),
  )
}
