import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FileField, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { foundOr404, parseFields, requireStaff, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, shownValues } from '~/kit/forms/fields'
import { importForm } from '~/models/entry/imports/import-fields'
import { startImport } from '~/models/entry/imports/imports.server'
import {
  type ImportKind,
  importLabel,
  kindOfWord,
  kindTexts,
  kindWord,
  usualSectionCapacity,
} from '~/models/entry/imports/options'
import { newImportSchema } from '~/models/entry/imports/schema.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { requireImporter } from '~/routes/school+/_shell+/__import-guard.server'
import { readImportForm } from '~/routes/school+/_shell+/__import-upload.server'

export const handle = pageTitle(() => 'Upload a file', { hasForm: true })

const sessionHints: Partial<Record<ImportKind, string>> = {
  students: 'New students are enrolled in it.',
  attendance_months: 'The months are in it.',
  guardians: 'Students without a number are found in its classes.',
  opening_dues: 'Used if the file does not give a session.',
  paid_fees: 'Used if the file does not give a session.',
}

const refusals = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  busy: { file: ['Other files of your school are being checked or imported. Upload this one when they are done'] },
  full: { file: ['Your school has reached its upload limit for now. Try again tomorrow'] },
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'imports:run')
  const kind = foundOr404(kindOfWord(new URL(request.url).searchParams.get('kind')))
  const { scope } = await requireImporter(context, request, kind)
  const sessions = await sessionChoices(scope)
  return {
    kind,
    sessions: choicesOf(sessions),
    values: { ...shownValues(importForm), academic_session: sessions[0]?.publicId ?? '' },
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  await requireStaff(context, request, 'imports:run')
  const { form: texts, file } = await readImportForm(request)
  const fieldErrors: Record<string, string[]> = {}
  if (file === null) fieldErrors.file = ['Choose a file']
  else if (file === 'too-large') fieldErrors.file = ['The file is larger than 10 MB. Split it into several files']
  else if (file.bytes.length === 0) fieldErrors.file = ['The file is empty']
  const form = await parseFields(texts, newImportSchema, { fieldErrors })
  if (!form.ok) return form.reply()
  if (file === null || file === 'too-large') return form.refuse(null, fieldErrors)
  const { kind, academicSession, createsClasses, sectionCapacity, receipts, form_key } = form.value
  const { scope } = await requireImporter(context, request, kind)
  if (kind !== 'teachers' && academicSession === null)
    return form.refuse(null, { academic_session: ['Select a valid academic session'] })
  const started = await startImport(scope, {
    kind,
    file,
    sessionPublicId: kind === 'teachers' ? null : academicSession,
    createsClasses,
    sectionCapacity: sectionCapacity ?? usualSectionCapacity,
    keepsReceipts: kind === 'paid_fees' && receipts === 'old',
    formKey: form_key,
  })
  if (!started.ok) return form.refuse(null, refusals[started.reason])
  return seeOther(schoolPaths.import(started.value))
}

export default function UploadPage() {
  const { kind, sessions, values, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Record<string, unknown>>({ id: 'import', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <>
      <PageHead title={importLabel(kind)} context={kindTexts[kind]} />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Import Failed"
        submit="Upload and check"
        cancelHref={schoolPaths.imports}
        hasFiles
      >
        <HiddenKey value={formKey} />
        <input type="hidden" name="kind" value={kindWord(kind)} />
        <FileField
          label="File"
          hint="CSV, Excel (.xlsx, .xls) or OpenDocument (.ods), at most 10 MB and 50,000 rows. The first sheet is read; another can be chosen afterwards."
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,text/csv"
          name="file"
          id={fields.file?.id}
          errors={fields.file?.errors}
        />
        <FormRows
          form={importForm}
          fields={fields}
          known={{
            academicSession: kind === 'teachers' ? null : { options: sessions, hint: sessionHints[kind] },
            ...(kind === 'students' ? {} : { createsClasses: null, sectionCapacity: null }),
            ...(kind === 'paid_fees' ? {} : { receipts: null }),
          }}
        />
        <p className="small soft">Nothing is changed yet: you see a preview first.</p>
      </OfficeForm>
    </>
  )
}
