import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary, SelectField } from '~/components/forms'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { columnLetter } from '~/models/imports/columns'
import { chooseColumns } from '~/models/imports/imports.server'
import { kindOfImport } from '~/models/imports/kinds/registry.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'

export const handle = pageTitle(() => 'Columns of the file', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { record } = await requireImport(args)
  const keyOf = new Map(Object.entries(record.chosen ?? {}).map(([key, index]) => [index, key]))
  return {
    id: record.publicId,
    fileName: record.fileName,
    columns: record.columns.map(({ index, heading, samples }) => ({
      name: `column_${index}`,
      heading: `${columnLetter(index)}: ${heading || '(no heading)'}`,
      samples,
      chosen: keyOf.get(index) ?? '',
    })),
    options: kindOfImport(record.kind).columns.map(({ key, label }) => ({ value: key, label })),
  }
}

const refusals = {
  'too-late': 'The file is being checked or imported, or this import is over.',
  'file-gone': 'The uploaded file has been removed. Upload it again.',
}

export async function action(args: ActionFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const form = await readForm(args.request)
  const known = new Set(kindOfImport(record.kind).columns.map((spec) => spec.key))
  const chosen: Record<string, number> = {}
  const kept: Record<string, string> = {}
  const errors: Record<string, string[]> = {}
  for (const { index } of record.columns) {
    const name = `column_${index}`
    const key = String(form.get(name) ?? '')
    kept[name] = key
    if (key === '') continue
    if (!known.has(key)) errors[name] = ['Select a valid column']
    else if (key in chosen) errors[name] = ['Another column is already set to this']
    else chosen[key] = index
  }
  if (Object.keys(chosen).length === 0 && Object.keys(errors).length === 0)
    errors[''] = ['Choose what at least one column contains']
  if (Object.keys(errors).length > 0) return data({ errors, kept }, { status: 422 })
  const outcome = await chooseColumns(scope, record.publicId, chosen)
  if (outcome.ok) return seeOther(schoolPaths.import(record.publicId))
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  return redirectWithToast(schoolPaths.import(record.publicId), {
    type: 'error',
    title: 'Import Failed',
    message: refusals[outcome.reason],
  })
}

export default function ColumnsPage() {
  const { id, fileName, columns, options } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { errors = {}, kept = {} }: { errors?: Record<string, string[]>; kept?: Record<string, string> } =
    answer && 'errors' in answer ? answer : {}
  return (
    <>
      <PageHead title="Columns of the file" context={`${fileName}: choose what each column contains.`} />
      <ErrorSummary
        title="Import Failed"
        errors={Object.entries(errors).flatMap(([name, messages]) =>
          messages.map((message) => (name === '' ? { message } : { id: name, message })),
        )}
      />
      <Form method="post" className="card">
        <div className="fields">
          {columns.map(({ name, heading, samples, chosen }) => (
            <SelectField
              key={name}
              name={name}
              label={heading}
              hint={samples.length > 0 ? `For example ${samples.join(' · ')}` : undefined}
              options={options}
              placeholder="Ignore this column"
              defaultValue={kept[name] ?? chosen}
              errors={errors[name]}
            />
          ))}
        </div>
        <div className="actions">
          <SubmitButton busyText="Checking...">Check again</SubmitButton>
          <ButtonLink href={schoolPaths.import(id)} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}
