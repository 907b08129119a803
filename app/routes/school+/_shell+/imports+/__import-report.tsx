import { SelectField } from '~/components/forms/select-field'
import { OutcomeBadge, outcomeWords } from '~/components/imports/state-badge'
import { type ListState, OfficeList } from '~/components/school/office-list'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { Column } from '~/components/ui/data-table'
import { schoolPaths } from '~/http/school-paths'
import type { ImportState, RowOutcome } from '~/models/imports/options'
import { ColumnList } from './__column-list'
import { groupedCount } from './__counts'
import { ImportCounts } from './__import-counts'

type Row = {
  line: number
  outcome: RowOutcome
  label: string
  problems: Array<[column: string | null, message: string]>
  changes: string[]
}

type ImportReportProps = {
  id: string
  state: ImportState
  stopped: string | null
  fileIsThere: boolean
  mayCheckAgain: boolean
  rowsAreKept: boolean
  counts: Record<RowOutcome, number>
  notes: readonly string[]
  matched: ReadonlyArray<{ label: string; heading: string }>
  ignored: readonly string[]
  problems: ReadonlyArray<{ column: string; message: string; rows: number }>
  view: ListState
  list: { rows: Row[]; total: number; page: number; pages: number }
}

/** What would happen, or what has happened: in one sentence, in numbers, row by row. */
export function ImportReport(props: ImportReportProps) {
  const { id, state, counts, list, view } = props
  const here = schoolPaths.import(id)
  return (
    <>
      <Verdict {...props} />
      {state === 'columns' ? null : (
        <ImportCounts counts={counts} hrefFor={(outcome) => `${here}?outcome=${outcome}`} />
      )}
      {props.matched.length > 0 || props.notes.length > 0 ? (
        <Card
          title="How the file was read"
          aside={
            props.fileIsThere && state === 'checked' ? (
              <a href={schoolPaths.importColumns(id)}>Change columns</a>
            ) : undefined
          }
        >
          <ColumnList matched={props.matched} ignored={props.ignored} />
          {props.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Card>
      ) : null}
      {props.problems.length > 0 ? (
        <Card title="Most common problems">
          <ul>
            {props.problems.map(({ column, message, rows }) => (
              <li key={`${column} ${message}`}>
                {column ? `${column}: ` : ''}
                {message} ({groupedCount(rows)})
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {list.total > 0 || view.isNarrowed ? (
        <OfficeList
          path={here}
          view={view}
          list={list}
          noun="row"
          caption="Rows of the file"
          columns={columns}
          rowKey={(row) => row.line}
          search={{ label: 'Search', placeholder: 'Name, number or problem' }}
          filters={
            <SelectField
              name="outcome"
              label="What happens"
              placeholder="All rows"
              defaultValue={view.filters.outcome}
              options={outcomeWords}
            />
          }
          empty={{ icon: 'upload', title: 'No rows', text: 'The rows of this import are no longer kept.' }}
        />
      ) : null}
    </>
  )
}

const columns: Column<Row>[] = [
  { key: 'line', label: 'Line', align: 'end', cell: (row) => row.line },
  { key: 'label', label: 'Row', role: 'title', cell: (row) => row.label || '–' },
  { key: 'outcome', label: 'What happens', cell: (row) => <OutcomeBadge outcome={row.outcome} /> },
  {
    key: 'why',
    label: 'Details',
    cell: (row) =>
      row.problems.length > 0
        ? row.problems.map(([column, message]) => (column === null ? message : `${column}: ${message}`)).join('; ')
        : row.changes.join(', '),
  },
]

/** The answer first, and the one thing to do next. */
function Verdict({ id, state, stopped, counts, fileIsThere, mayCheckAgain, rowsAreKept }: ImportReportProps) {
  const again = (
    <ButtonLink variant="secondary" href={schoolPaths.imports}>
      Import another file
    </ButtonLink>
  )
  const rejectedFile =
    counts.rejected > 0 && rowsAreKept ? (
      <a className="btn btn-secondary" href={schoolPaths.rejectedRows(id)} download>
        Download rejected rows
      </a>
    ) : null
  if (state === 'failed') {
    return (
      <Alert tone="bad" title="Import Failed">
        <p>{stopped}</p>
        <p className="actions">
          {mayCheckAgain ? (
            <ButtonLink variant="next" href={schoolPaths.checkImportAgain(id)}>
              Check again
            </ButtonLink>
          ) : null}
          {rejectedFile}
          {again}
        </p>
      </Alert>
    )
  }
  if (state === 'columns') {
    return (
      <Alert tone="warn" title="Choose what the columns contain">
        <p>The headings of this file were not recognised, so the rows cannot be read.</p>
        <p className="actions">
          <ButtonLink variant="next" href={schoolPaths.importColumns(id)}>
            Choose columns
          </ButtonLink>
        </p>
      </Alert>
    )
  }
  if (state === 'done') {
    const written = [`${groupedCount(counts.new)} new`, `${groupedCount(counts.changed)} changed`].join(', ')
    return (
      <Alert tone="good" title="Imported!">
        <p>
          {`${written}, ${groupedCount(counts.unchanged)} unchanged, ${groupedCount(counts.rejected)} rejected.`}
          {counts.rejected > 0 ? ' Correct the rejected rows and import that file.' : ''}
        </p>
        <p className="actions">
          {rejectedFile}
          {again}
        </p>
      </Alert>
    )
  }
  const nothing = counts.new + counts.changed === 0
  return (
    <Alert
      tone={nothing || counts.rejected > 0 ? 'warn' : 'info'}
      title={nothing ? 'Nothing to import' : 'Checked. Nothing is changed yet'}
    >
      <p>
        {nothing
          ? `No row is new or changed; ${groupedCount(counts.rejected)} are rejected.`
          : `${groupedCount(counts.new)} rows are new and ${groupedCount(counts.changed)} change something; ${groupedCount(counts.rejected)} are rejected.`}
        {fileIsThere ? '' : ' The file itself has been removed.'}
      </p>
      <p className="actions">
        {nothing ? null : (
          <ButtonLink variant="next" href={schoolPaths.runImport(id)}>
            Import
          </ButtonLink>
        )}
        {rejectedFile}
        {again}
      </p>
    </Alert>
  )
}
