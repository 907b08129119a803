import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type FormResult, fieldProps, RadioGroup, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { parseForm, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { commitImport } from '~/models/entry/imports/imports.server'
import { importsEnough, unclear } from '~/models/entry/imports/options'
import { runImportSchema } from '~/models/entry/imports/schema.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'
import { countsText, rejectedText } from './__counts'
import { DoubtQuestions } from './__doubt-questions'
import { doubtQuestions, readDoubtAnswers } from './__doubts.server'

export const handle = pageTitle(() => 'Run the import', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { scope, record } = await requireImport(args)
  return {
    id: record.publicId,
    fileName: record.fileName,
    counts: record.counts,
    doubts: record.state === 'checked' ? await doubtQuestions(scope, record) : [],
    seen: record.updatedAt.getTime(),
  }
}

/** Reloads after a refusal, since the import may have changed in the meantime. */
export const shouldRevalidate = () => true

const refusals = {
  'not-checked': 'The file is not checked yet. Go back and see the preview.',
  'checked-again':
    'The file has been checked again since you opened this page. The new preview is shown above: check it, and send the form again.',
  busy: importsEnough,
  'has-doubts': 'Some values are unlikely. Answer the questions about them, and send the form again.',
  'nothing-to-do': 'No row is new or changed: there is nothing to import.',
}

export async function action(args: ActionFunctionArgs) {
  const { scope, record } = await requireImport(args)
  const form = await parseForm(args.request, runImportSchema)
  if (!form.ok) return form.reply()
  const { rows, seen } = form.value
  // Requires no answers if the file was checked again since the form was opened: the new questions were not shown yet.
  const isShown = seen === record.updatedAt.getTime()
  const { answers, errors } = readDoubtAnswers(form.posted, isShown ? record : { doubts: [] })
  if (Object.keys(errors).length > 0) return form.refuse(null, errors)
  const outcome = await commitImport(scope, record.publicId, { onlyValid: rows === 'valid', seen, doubts: answers })
  if (outcome.ok) return seeOther(schoolPaths.import(record.publicId))
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  if (outcome.reason === 'has-rejected') {
    const { rejected } = record.counts
    return form.refuse(null, {
      rows: [
        rejected === 0
          ? 'You leave rows out. Choose the valid rows only'
          : `${rejectedText(rejected)}. Correct the file and upload it again, or import the valid rows only`,
      ],
    })
  }
  return form.refuse(refusals[outcome.reason])
}

/** Drops the answers if the file was checked again since: the same lines may have other values now. */
function withoutOldAnswers(result: FormResult, seen: number): FormResult {
  const values = result.initialValue ?? {}
  return Number(values.seen) === seen ? result : { ...result, initialValue: { rows: values.rows } }
}

export default function RunPage() {
  const { id, fileName, counts, doubts, seen } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const isPartial = counts.rejected > 0 || doubts.length > 0
  const state = useServerForm<Record<string, unknown>>({
    id: 'run',
    lastResult: lastResult && withoutOldAnswers(lastResult, seen),
    defaultValue: { rows: isPartial ? 'valid' : 'all' },
  })
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
        {/* Identifies the check whose result is shown above, also after a refusal. */}
        <input type="hidden" name="seen" value={seen} />
        <DoubtQuestions
          questions={doubts}
          fields={state.fields}
          rowsHref={`${schoolPaths.import(id)}?outcome=${unclear}`}
        />
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
              hint: 'Rejected rows, and those that you leave out, are not imported; you get them as a file with the reasons.',
            },
          ]}
        />
      </OfficeForm>
    </>
  )
}
