import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { StateBadge, stateWords } from '~/components/imports/state-badge'
import { OfficeList } from '~/components/school/office-list'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { importKinds, importStates, kindNames } from '~/models/imports/options'
import { importSorts, listImports } from '~/models/imports/queries.server'
import { formatInstant } from '~/models/shared/calendar'
import { kindsOfRole } from '~/routes/school+/_shell+/__import-guard.server'
import { ImportKinds } from './__import-kinds'

export const handle = pageTitle(() => 'Import')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'imports:run')
  const kinds = kindsOfRole(role)
  const view = listViewOf(request, { sorts: importSorts, filters: { kind: importKinds, state: importStates } })
  const { rows, ...page } = await listImports(scope, kinds, view)
  return {
    view,
    kinds,
    list: { ...page, rows: rows.map((row) => ({ ...row, createdAt: formatInstant(row.createdAt, 'en') })) },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'when', label: 'When', sort: 'newest', newestFirst: true, align: 'nowrap', cell: (row) => row.createdAt },
  {
    key: 'file',
    label: 'File',
    role: 'title',
    sort: 'file',
    cell: (row) => <a href={schoolPaths.import(row.publicId)}>{row.fileName}</a>,
  },
  { key: 'kind', label: 'What', cell: (row) => kindNames[row.kind] },
  { key: 'who', label: 'Who', cell: (row) => row.startedByName },
  { key: 'rows', label: 'Rows', align: 'end', sort: 'rows', cell: (row) => row.totalRows },
  { key: 'new', label: 'New', align: 'end', cell: (row) => row.newRows },
  { key: 'changed', label: 'Changed', align: 'end', cell: (row) => row.changedRows },
  { key: 'rejected', label: 'Rejected', align: 'end', cell: (row) => row.rejectedRows },
  { key: 'state', label: 'Status', cell: (row) => <StateBadge state={row.state} /> },
]

export default function ImportPage() {
  const { view, kinds, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Import" context="Import lists from CSV and Excel files." />
      <ImportKinds kinds={kinds} />
      <h2>History</h2>
      <OfficeList
        path={schoolPaths.imports}
        view={view}
        list={list}
        noun="import"
        caption="Imports"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'File or person' }}
        filters={
          <>
            <SelectField
              name="kind"
              label="What"
              placeholder="All"
              defaultValue={view.filters.kind}
              options={kinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
            />
            <SelectField
              name="state"
              label="Status"
              placeholder="All"
              defaultValue={view.filters.state}
              options={stateWords}
            />
          </>
        }
        empty={{
          icon: 'upload',
          title: 'Nothing imported yet',
          text: 'Files will be listed here with who imported them and the result. Start with a template.',
        }}
      />
    </>
  )
}
