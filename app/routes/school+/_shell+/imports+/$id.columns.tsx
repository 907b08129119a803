import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary, SelectField, TextField } from '~/components/forms'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { chooseColumns } from '~/models/entry/imports/imports.server'
import { importsEnough } from '~/models/entry/imports/options'
import { separatorChoice } from '~/models/entry/imports/values/separators'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'
import { ColumnFields } from './__column-fields'
import { columnChoices, fieldsForAll, readColumnsForm, valuesOf } from './__columns.server'
import { ValueQuestions } from './__value-questions'
import { valueQuestions } from './__value-questions.server'

export const handle = pageTitle(() => 'Columns in the file', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const values = await valuesOf(scope, record)
  return {
    id: record.publicId,
    fileName: record.fileName,
    sheet: String(record.sheet),
    sheets: record.sheets.map((label, index) => ({ value: String(index), label })),
    separator: separatorChoice(record),
    columns: columnChoices(record),
    forAll: fieldsForAll(record),
    asked: valueQuestions(record),
    values: values.map(({ name, spec, value, rows, meaning }) => ({
      name,
      meaning,
      label: `${spec.label}: “${value}”${rows > 0 ? ` (${rows} ${rows === 1 ? 'row' : 'rows'})` : ''} is`,
      options: (spec.choices ?? []).map((choice) => ({ value: choice, label: choice })),
    })),
  }
}

const refusals = {
  'too-late': 'The file is being checked or imported, or this import is over.',
  'file-gone': 'The uploaded file has been removed. Upload it again.',
}

export async function action(args: ActionFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const { chosen, kept, errors, lost, ...more } = readColumnsForm(
    await readForm(args.request),
    record,
    await valuesOf(scope, record),
  )
  if (Object.keys(errors).length > 0) return data({ errors, kept }, { status: 422 })
  const outcome = await chooseColumns(scope, record.publicId, chosen, more)
  if (outcome.ok && lost.length > 0)
    return redirectWithToast(schoolPaths.import(record.publicId), {
      type: 'info',
      title: 'Columns Changed',
      message: lost.join(' '),
    })
  if (outcome.ok) return seeOther(schoolPaths.import(record.publicId))
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  if (outcome.reason === 'busy') return data({ errors: { '': [importsEnough] }, kept }, { status: 422 })
  return redirectWithToast(schoolPaths.import(record.publicId), {
    type: 'error',
    title: 'Import Failed',
    message: refusals[outcome.reason],
  })
}

export default function ColumnsPage() {
  const { id, fileName, sheet, sheets, separator, columns, forAll, values, asked } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { errors = {}, kept = {} }: { errors?: Record<string, string[]>; kept?: Record<string, string> } =
    answer && 'errors' in answer ? answer : {}
  const fieldOf = (name: string, stored: string) => ({ name, defaultValue: kept[name] ?? stored, errors: errors[name] })
  return (
    <>
      <PageHead title="Columns in the file" context={`${fileName}: choose what each column contains.`} />
      <ErrorSummary
        title="Import Failed"
        errors={Object.entries(errors).flatMap(([name, messages]) =>
          messages.map((message) => (name === '' ? { message } : { id: name, message })),
        )}
      />
      <Form method="post" className="card">
        <div className="fields">
          {sheets.length > 1 ? (
            <SelectField
              {...fieldOf('sheet', sheet)}
              label="Sheet of the workbook"
              hint="If you choose another sheet, its own columns are read."
              options={sheets}
              placeholder={null}
            />
          ) : null}
          {separator ? (
            <SelectField
              {...fieldOf('separator', separator.chosen)}
              label="Separator between the columns"
              hint="Choose it only if the columns below are wrong. Then the file is read again."
              options={separator.options}
              placeholder="Found by itself"
            />
          ) : null}
          <ColumnFields columns={columns} fieldOf={fieldOf} />
        </div>
        {forAll.fields.length > 0 ? (
          <details id="all-rows" className="fold" open={forAll.isOpen || forAll.fields.some(({ name }) => kept[name])}>
            <summary>The same value for all rows</summary>
            <p className="soft">For what the file has no column for. Leave the others empty.</p>
            <div className="fields">
              {forAll.fields.map(({ name, label, hint, options: choices, value }) =>
                choices ? (
                  <SelectField
                    key={name}
                    {...fieldOf(name, value)}
                    label={label}
                    options={choices}
                    placeholder="Nothing"
                  />
                ) : (
                  <TextField key={name} {...fieldOf(name, value)} label={label} hint={hint} maxLength={200} />
                ),
              )}
            </div>
          </details>
        ) : null}
        <ValueQuestions {...asked} fieldOf={fieldOf} />
        {values.length > 0 ? (
          <>
            <h2 id="values">Values in the file</h2>
            <p className="soft">Your choices are kept, like the columns, for the next file.</p>
            <div className="fields">
              {values.map(({ name, label, meaning, options: choices }) => (
                <SelectField
                  key={name}
                  {...fieldOf(name, meaning)}
                  label={label}
                  options={choices}
                  placeholder="Unknown: such rows are rejected"
                />
              ))}
            </div>
          </>
        ) : null}
        <div className="actions">
          <SubmitButton busyText="Checking...">Check again</SubmitButton>
          <ButtonLink href={schoolPaths.import(id)} variant="secondary" label="Cancel" />
        </div>
      </Form>
    </>
  )
}
