import { Form } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Alert, ButtonLink, Card, DataTable, StatCard, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import type { Tone } from '~/models/core/shared/tone'
import { importLabel, importOutcomeWords, kindWord, rowOutcomes, unclear } from '~/models/entry/imports/options'
import { ColumnFields } from './__column-fields'
import { countsText, groupedCount, rejectedText, rowsText } from './__counts'
import { KeptThings } from './__kept-things'
import { previewColumns } from './__preview-rows'
import type { reportOf } from './__report.server'
import { ImportTotals } from './__totals'

type ImportReportProps = Awaited<ReturnType<typeof reportOf>> & { id: string }

export function ImportReport(props: ImportReportProps) {
  const { id, state, counts } = props
  const here = schoolPaths.import(id)
  return (
    <>
      <Verdict {...props} />
      <Twins {...props} />
      <UndoNews {...props} />
      <MissingColumns {...props} />
      {state === 'columns' ? null : (
        <div className="cols">
          {rowOutcomes.map((outcome) => (
            <StatCard
              key={outcome}
              label={importOutcomeWords[outcome].word}
              value={groupedCount(counts[outcome])}
              note={
                counts[outcome] > 0 && props.valueColumns.length > 0 ? (
                  <a href={`${here}?outcome=${outcome}`}>Show these rows</a>
                ) : undefined
              }
            />
          ))}
          {props.unclearRows > 0 ? (
            <StatCard
              label={unclearWord}
              value={groupedCount(props.unclearRows)}
              note={<a href={`${here}?outcome=${unclear}`}>Show these rows</a>}
            />
          ) : null}
        </div>
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
          {props.matched.length === 0 ? null : (
            <p>
              {props.matched.length === 1 ? 'One column is used: ' : `${props.matched.length} columns are used: `}
              {props.matched
                .map(
                  ({ label, heading, isLikely }) =>
                    `${heading === label ? label : `${heading} as ${label}`}${isLikely ? ' (probably)' : ''}`,
                )
                .join(', ')}
              .
            </p>
          )}
          {props.wide.headings.length > 0 ? (
            <p>
              Each of these columns is a {props.wide.noun}: {props.wide.headings.join(', ')}.
            </p>
          ) : null}
          {props.ignored.length > 0 ? <p className="soft">Ignored: {headingsText(props.ignored)}.</p> : null}
          {props.notes.map((note) => (
            <p key={note}>{state === 'done' ? note.replace('Will be created', 'Created') : note}</p>
          ))}
        </Card>
      ) : null}
      {props.problems.length > 0 ? (
        <Card
          title="Most common problems"
          aside={
            props.hasUnknownValues && props.fileIsThere && state === 'checked' ? (
              <a href={`${schoolPaths.importColumns(id)}#values`}>Match these values</a>
            ) : undefined
          }
        >
          <ul>
            {props.problems.map(({ column, message, rows, values }) => (
              <li key={`${column} ${message}`}>
                {column ? `${column}: ` : ''}
                {message} ({groupedCount(rows)})
                {values.length > 0 ? (
                  <span className="soft">
                    {' '}
                    {values.map(([value, count]) => `“${value}” ${groupedCount(count)}`).join(', ')}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {state === 'columns' ? null : <ImportTotals totals={props.totals} />}
      <Rows {...props} />
    </>
  )
}

const unclearWord = 'Unclear'

/** The first rows of a checked file as a sample, or the list of all. */
function Rows({ id, list, view, sample, counts, valueColumns }: ImportReportProps) {
  const here = schoolPaths.import(id)
  const columns = previewColumns(valueColumns)
  if (list === null) {
    const rows = rowOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
    return (
      <Card
        title={
          sample.length === 1
            ? 'What is stored for the first row'
            : `What is stored for the first ${sample.length} rows`
        }
      >
        <p className="soft">
          Compare these rows with your file. Texts that look different in the file are shown beside.
        </p>
        <DataTable caption="First rows in the file" rows={sample} rowKey={(row) => row.line} columns={columns} />
        <p>
          <ButtonLink variant="secondary" href={`${here}?rows=all`} label={`Show all ${groupedCount(rows)} rows`} />
        </p>
      </Card>
    )
  }
  if (list.total === 0 && !view.isNarrowed) return null
  return (
    <OfficeList
      path={here}
      view={view}
      list={list}
      noun="row"
      caption="Rows in the file"
      columns={columns}
      rowKey={(row) => row.line}
      search={{ label: 'Search', placeholder: 'Name, number or problem' }}
      filters={
        <>
          {/* Without this field, an empty search would lead back to the sample. */}
          <input type="hidden" name="rows" value="all" />
          <SelectField
            name="outcome"
            label="What happens"
            placeholder="All rows"
            defaultValue={view.filters.outcome}
            options={[
              { value: unclear, label: unclearWord },
              ...rowOutcomes.map((value) => ({ value, label: importOutcomeWords[value].word })),
            ]}
          />
        </>
      }
      empty={{ icon: 'upload', title: 'No rows', text: 'The rows of this import are no longer kept.' }}
    />
  )
}

function Verdict(report: ImportReportProps) {
  const { id, state, counts } = report
  const { tone, title, text, next } = verdictOf(report)
  return (
    <Alert tone={tone} title={title}>
      <p>{text}</p>
      {report.nextKinds.length > 0 ? (
        <>
          <p>Your school has not imported these yet:</p>
          <ul>
            {report.nextKinds.map((kind) => (
              <li key={kind}>
                <a href={schoolPaths.newImport(kindWord(kind))}>{importLabel(kind)}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="actions">
        {next ? <ButtonLink variant="next" href={next[0]} label={next[1]} /> : null}
        {state !== 'columns' && counts.rejected > 0 && report.rowsAreKept ? (
          <a className="btn btn-secondary" href={schoolPaths.rejectedRows(id)} data-file>
            Download rejected rows
          </a>
        ) : null}
        {state === 'columns' ? null : (
          <ButtonLink variant="secondary" href={schoolPaths.imports} label="Import another file" />
        )}
      </p>
    </Alert>
  )
}

/** Warns that the same file was uploaded before, or by another user. */
function Twins({ state, twins }: ImportReportProps) {
  if (twins.length === 0 || state === 'failed' || state === 'undone') return null
  const isDone = twins.some((twin) => twin.isDone)
  return (
    <Alert
      tone="warn"
      title={isDone ? 'This file has been imported before' : 'The same file was uploaded more than once'}
    >
      <ul>
        {twins.map(({ publicId, words }) => (
          <li key={publicId}>
            <a href={schoolPaths.import(publicId)}>{words}</a>
          </li>
        ))}
      </ul>
      {state === 'done' ? null : <p>Rows that are recorded already are not imported twice.</p>}
    </Alert>
  )
}

/** Result of an undo, or the link to undo the import while that is possible. */
function UndoNews({ id, state, undo }: ImportReportProps) {
  if (!undo.day && !undo.stopped && !undo.undone) return null
  const left = undo.keptRows === 0 ? '' : `, ${groupedCount(undo.keptRows)} left`
  return (
    <Card
      title={state === 'undone' ? 'Taken back' : 'Take back'}
      aside={undo.day ? <a href={schoolPaths.undoImport(id)}>Take back</a> : undefined}
    >
      {undo.stopped ? <p role="status">{undo.stopped}</p> : null}
      {undo.undone ? <p>{`${undo.undone}: ${groupedCount(undo.undoneRows)} taken back${left}.`}</p> : null}
      <KeptThings kept={undo.kept} count={undo.keptRows} />
      {undo.day ? (
        <p className="soft">
          Until {formatDay(undo.day, 'en')}, this import can be taken back as a whole, while nothing else was built on
          its rows.
        </p>
      ) : null}
    </Card>
  )
}

function headingsText(headings: ImportReportProps['ignored']): string {
  const labels = headings.slice(0, 20).map(({ label }) => label.replace(/\.+$/, ''))
  return `${labels.join(', ')}${headings.length > 20 ? ` and ${headings.length - 20} more` : ''}`
}

/**
 * Unclear columns with their questions, and required fields without a column. The user can choose any column for a
 * field; a column that another field uses is taken from that field.
 */
function MissingColumns({ id, missing, matched, unclear, allColumns, ignored, fileIsThere }: ImportReportProps) {
  // If no heading is known at all, the page of columns asks for all of them instead.
  if ((missing.length === 0 && unclear.length === 0) || matched.length === 0) return null
  const names = missing.map(({ label }) => label).join(', ')
  const title =
    missing.length > 0
      ? `No column was found for ${names} (required)`
      : unclear.length === 1
        ? 'One column is unclear'
        : `${unclear.length} columns are unclear`
  return (
    <Card title={title}>
      {missing.length > 0 ? (
        <p>
          {ignored.length > 0
            ? `Columns of your file that are not used: ${headingsText(ignored)}.`
            : 'All columns of your file are used.'}
        </p>
      ) : null}
      {fileIsThere && missing.some(({ mayBeForAll }) => mayBeForAll) ? (
        <p>
          If it is the same in all rows, <a href={`${schoolPaths.importColumns(id)}#all-rows`}>enter it once</a>.
        </p>
      ) : null}
      {fileIsThere && allColumns.length > 0 ? (
        <Form method="post" action={schoolPaths.importColumns(id)}>
          <input type="hidden" name="part" value="1" />
          <div className="fields">
            <ColumnFields columns={unclear} fieldOf={(name) => ({ name, defaultValue: '' })} />
            {missing.map(({ key, label }) => (
              <SelectField
                key={key}
                name={`for_${key}`}
                label={label}
                options={allColumns}
                placeholder="Select the column"
              />
            ))}
          </div>
          <div className="actions">
            <SubmitButton busyText="Checking...">Check again</SubmitButton>
          </div>
        </Form>
      ) : null}
    </Card>
  )
}

type Told = { tone: Tone; title: string; text: string | null; next?: [href: string, words: string] | false }

function verdictOf({ id, state, stopped, counts, fileIsThere, mayCheckAgain, ...file }: ImportReportProps): Told {
  const changed = groupedCount(counts.changed)
  const rejected = rejectedText(counts.rejected)
  if (state === 'failed') {
    const next = mayCheckAgain && ([schoolPaths.checkImportAgain(id), 'Check again'] satisfies Told['next'])
    return { tone: 'bad', title: 'Import Failed', text: stopped, next }
  }
  if (state === 'columns' && file.sheets.length > 0) {
    return {
      tone: 'warn',
      title: 'Choose the sheet',
      text: `The sheet “${file.sheet}” has no rows. Sheets in this workbook: ${file.sheets.join(', ')}.`,
      next: [schoolPaths.importColumns(id), 'Choose the sheet'],
    }
  }
  if (state === 'columns' && file.isUnclear) {
    return {
      tone: 'warn',
      title: 'Some values can be read in two ways',
      text: 'Nothing is imported until you have decided how they are meant.',
      next: [`${schoolPaths.importColumns(id)}#questions`, 'Answer the questions'],
    }
  }
  if (state === 'columns') {
    return {
      tone: 'warn',
      title: 'Choose what the columns contain',
      text:
        file.matched.length > 0
          ? file.unclear.length > 0
            ? 'Some columns may mean different things. Nothing is read or imported until you have decided.'
            : 'No row can be imported without a required column.'
          : 'The headings of this file were not recognised, so the rows cannot be read.',
      next: [schoolPaths.importColumns(id), 'Choose columns'],
    }
  }
  if (state === 'done') {
    const mend = counts.rejected > 0 ? ' Correct the rejected rows and import that file.' : ''
    return { tone: 'good', title: 'Imported!', text: `${countsText(counts)}.${mend}` }
  }
  if (state === 'undone') {
    const left = file.undo.keptRows === 0 ? 'Everything is as before it.' : 'A part of it stays; see below.'
    return { tone: 'info', title: 'Import taken back', text: left }
  }
  const removedWords = fileIsThere ? '' : ' The file itself has been removed.'
  if (counts.new + counts.changed === 0) {
    const text = `No row is new or changed; ${rejected}.${removedWords}`
    return { tone: 'warn', title: 'Nothing to import', text }
  }
  const asked =
    file.unclearRows > 0
      ? ` ${rowsText(file.unclearRows)} unclear: you are asked about ${file.unclearRows === 1 ? 'it' : 'them'} before the import.`
      : ''
  return {
    tone: counts.rejected > 0 || file.unclearRows > 0 ? 'warn' : 'info',
    title: 'Checked. Nothing is changed yet',
    text: `${rowsText(counts.new)} new and ${changed} change something; ${rejected}.${asked}${removedWords}`,
    next: [schoolPaths.runImport(id), 'Import'],
  }
}
