import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/components/forms/error-summary'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { columnLetter } from '~/models/imports/columns'
import { chooseColumns } from '~/models/imports/imports.server'
import { kindOfImport } from '~/models/imports/kinds/registry.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'
import { ColumnsForm } from './__columns-form'

export const handle = pageTitle(() => 'Columns of the file', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { record } = await requireImport(context, request, params.id)
  const keyOf = new Map(Object.entries(record.chosen ?? {}).map(([key, index]) => [index, key]))
  return {
    id: record.publicId,
    fileName: record.fileName,
    columns: record.columns.map((column) => ({
      ...column,
      heading: `${columnLetter(column.index)}: ${column.heading || '(no heading)'}`,
    })),
    chosen: Object.fromEntries(record.columns.map(({ index }) => [index, keyOf.get(index) ?? ''])),
    specs: kindOfImport(record.kind).columns.map(({ key, label }) => ({ key, label })),
  }
}

const refusals = {
  'too-late': 'The file is being checked or imported, or this import is over.',
  'file-gone': 'The uploaded file has been removed. Upload it again.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, record } = await requireImport(context, request, params.id)
  const form = await readForm(request)
  const known = new Set(kindOfImport(record.kind).columns.map((spec) => spec.key))
  const chosen: Record<string, number> = {}
  const kept: Record<number, string> = {}
  const errors: Record<string, string[]> = {}
  for (const { index } of record.columns) {
    const name = `column_${index}`
    const key = String(form.get(name) ?? '')
    kept[index] = key
    if (key === '') continue
    if (!known.has(key)) errors[name] = ['Select a valid column']
    else if (key in chosen) errors[name] = ['Another column is already set to this']
    else chosen[key] = index
  }
  if (Object.keys(chosen).length === 0 && Object.keys(errors).length === 0)
    errors[''] = ['Choose what at least one column contains']
  if (Object.keys(errors).length > 0) return data({ status: 'error' as const, errors, kept }, { status: 422 })
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
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const errors: Record<string, string[]> = answer && 'errors' in answer ? answer.errors : {}
  return (
    <>
      <PageHead title="Columns of the file" context={`${view.fileName}: choose what each column contains.`} />
      <ErrorSummary
        title="Import Failed"
        errors={Object.entries(errors).flatMap(([name, messages]) =>
          messages.map((message) => (name === '' ? { message } : { id: name, message })),
        )}
      />
      <ColumnsForm
        {...view}
        chosen={answer && 'kept' in answer ? answer.kept : view.chosen}
        errors={errors}
        backHref={schoolPaths.import(view.id)}
      />
    </>
  )
}
