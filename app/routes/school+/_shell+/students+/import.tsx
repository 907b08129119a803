import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Badge, ButtonLink, Card, type Column, PageHead } from '~/components/ui'
import { listViewOf, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import {
  type FileKind,
  fileKinds,
  importKinds,
  importLabel,
  importStates,
  importStateWords,
  kindNames,
  kindTexts,
  kindWord,
} from '~/models/entry/imports/options'
import { importSorts, listImports } from '~/models/entry/imports/queries.server'
import { kindsOfRole } from '~/routes/school+/_shell+/__import-guard.server'

export const handle = pageTitle(() => 'Import')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'imports:run')
  const kinds = kindsOfRole(role)
  const view = listViewOf(request, { sorts: importSorts, filters: { kind: importKinds, state: importStates } })
  const { rows, ...page } = await listImports(scope, kinds, view)
  const list = { ...page, rows: rows.map((row) => ({ ...row, createdAt: formatInstant(row.createdAt, 'en') })) }
  return { view, kinds, list }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { label: 'When', sort: 'newest', newestFirst: true, align: 'nowrap', cell: (row) => row.createdAt },
  {
    label: 'File',
    role: 'title',
    sort: 'file',
    cell: (row) => <a href={schoolPaths.import(row.publicId)}>{row.fileName}</a>,
  },
  { label: 'What', cell: (row) => kindNames[row.kind] },
  { label: 'Who', cell: (row) => row.startedByName },
  { label: 'Rows', align: 'end', sort: 'rows', cell: (row) => row.totalRows },
  { label: 'New', align: 'end', cell: (row) => row.newRows },
  { label: 'Changed', align: 'end', cell: (row) => row.changedRows },
  { label: 'Rejected', align: 'end', cell: (row) => row.rejectedRows },
  {
    label: 'Status',
    cell: ({ state }) => <Badge tone={importStateWords[state].tone}>{importStateWords[state].word}</Badge>,
  },
]

export default function ImportPage() {
  const { view, kinds, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Import" context="Import lists from CSV and Excel files." />
      <div className="cols">
        {fileKinds
          .filter((kind) => kinds.includes(kind))
          .map((kind, index) => (
            <KindCard key={kind} kind={kind} isFirst={index === 0} />
          ))}
      </div>
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
              options={importStates.map((value) => ({ value, label: importStateWords[value].word }))}
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

function KindCard({ kind, isFirst }: { kind: FileKind; isFirst: boolean }) {
  const word = kindWord(kind)
  return (
    <Card title={kindNames[kind]}>
      <div className="stack">
        <p>{kindTexts[kind]}</p>
        <p>
          <ButtonLink variant={isFirst ? 'next' : 'secondary'} icon="upload" href={schoolPaths.newImport(word)}>
            {importLabel(kind)}
          </ButtonLink>
        </p>
        <p className="small">
          {'Template: '}
          <a href={schoolPaths.importTemplate(`${word}.xlsx`)} data-file>
            Excel
          </a>
          {' · '}
          <a href={schoolPaths.importTemplate(`${word}.csv`)} data-file>
            CSV
          </a>
        </p>
      </div>
    </Card>
  )
}
