import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, RadioGroup, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { parseForm, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { commitImport } from '~/models/entry/imports/imports.server'
import { importsEnough } from '~/models/entry/imports/options'
import { runImportSchema } from '~/models/entry/imports/schema.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'
import { countsText, rejectedText } from './__import-report'

export const handle = pageTitle(() => 'Run the import', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { record } = await requireImport(args)
  return { id: record.publicId, fileName: record.fileName, counts: record.counts, seen: record.updatedAt.getTime() }
}

/** Reloads after a refusal, since the import may have changed in the meantime. */
export const shouldRevalidate = () => true

const refusals = {
  'not-checked': 'The file is not checked yet. Go back and see the preview.',
  'checked-anew':
    'The file has been checked again since you opened this page. The new preview is shown above: check it, and send the form again.',
  busy: importsEnough,
  'nothing-to-do': 'No row is new or changed: there is nothing to import.',
}

export async function action(args: ActionFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const form = await parseForm(args.request, runImportSchema)
  if (!form.ok) return form.reply()
  const outcome = await commitImport(scope, record.publicId, {
    onlyValid: form.value.rows === 'valid',
    seen: form.value.seen,
  })
  if (outcome.ok) return seeOther(schoolPaths.import(record.publicId))
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  if (outcome.reason === 'has-rejected') {
    return form.refuse(null, {
      rows: [
        `${rejectedText(record.counts.rejected)}. Correct the file and upload it again, or import the valid rows only`,
      ],
    })
  }
  return form.refuse(refusals[outcome.reason])
}

export default function RunPage() {
  const { id, fileName, counts, seen } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm({ id: 'run', lastResult, defaultValue: { rows: counts.rejected > 0 ? 'valid' : 'all' } })
  return (
    <>
      <PageHead title="Run the import" context={`${fileName}: ${countsText(counts)}`} />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Import Failed"
        submit="Import"
        cancelHref={schoolPaths.import(id)}
      >
        {/* Identifies the content shown above, also after a refusal. */}
        <input type="hidden" name="seen" value={seen} />
        <RadioGroup
          {...fieldProps(state.fields.rows as never)}
          label="Which rows"
          required
          options={[
            {
              value: 'all',
              label: 'All or nothing',
              hint: 'If even one row is rejected, now or while it runs, nothing is imported.',
            },
            {
              value: 'valid',
              label: 'Valid rows only',
              hint: 'Rejected rows are left out; you get them as a file with the reasons.',
            },
          ]}
        />
      </OfficeForm>
    </>
  )
}
