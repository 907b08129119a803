import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FileField, textsOf, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/kit/forms/fields'
import { openThing } from '~/kit/pages/form.server'
import {
  findConsentStudent,
  listDeciders,
  listPublishedNotices,
  recordDecision,
  recordSchema,
  scanRule,
} from '~/models/contact/consents/decide.server'
import { recordForm } from '~/models/contact/consents/privacy-fields'

export const handle = pageTitle(() => 'Enter a decision', { hasForm: true })

const opening = { may: 'consents:edit', find: findConsentStudent } as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, opening)
  const [guardians, notices] = await Promise.all([listDeciders(scope, thing.id), listPublishedNotices(scope)])
  return {
    student: { publicId: thing.publicId, name: thing.name },
    values: shownValues(recordForm),
    guardians: [
      ...guardians.map(({ publicId, name, relation }) => ({ value: publicId, label: `${name} (${relation})` })),
      { value: 'student', label: 'The student (18 or older)' },
    ],
    notices: notices.map(({ publicId, title, number }) => ({ value: publicId, label: `${title}, version ${number}` })),
  }
}

const refusals = {
  'no-notice': { notice: ['Choose the notice'] },
  'no-guardian': { guardian: ['Choose a guardian who may see the child'] },
  adult: { guardian: ['The student is 18 or older and decides alone'] },
  'under-age': { guardian: ['The student was not 18 on this day: a guardian decides'] },
  day: { decided_on: ['Enter a date in the last three years, today at the latest'] },
  'before-notice': { decided_on: ['This version of the notice was published later'] },
  'no-scan': { scan: ['Add the scan of the signed form'] },
  'file-gone': { scan: ['The file is no longer there. Choose it again.'] },
}

export async function action(args: ActionFunctionArgs) {
  const { scope, thing } = await openThing(args, opening)
  const form = await parseUploadForm(args.request, scope, recordSchema, { scan: scanRule }, { studentId: thing.id })
  if (!form.ok) return form.reply()
  const outcome = await recordDecision(scope, thing.publicId, form.value, form.files.scan[0]?.key ?? null)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.studentConsents(thing.publicId), { type: 'success', title: 'Saved!' })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, refusals[outcome.reason])
}

export default function RecordConsentPage() {
  const { student, values, guardians, notices } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Record<string, unknown>>({ id: 'consent', lastResult, defaultValue: values })
  const scan = state.fields.scan
  return (
    <>
      <PageHead
        title="Enter a decision"
        context={`For ${student.name}: a decision made on paper or at the counter. Entries are never changed; enter a new decision instead.`}
      />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Creation Failed"
        submit="Enter decision"
        cancelHref={schoolPaths.studentConsents(student.publicId)}
        hasFiles
      >
        <FormRows
          form={recordForm}
          fields={state.fields}
          known={{ notice: { options: notices }, guardian: { options: guardians } }}
        />
        <FileField
          name="scan"
          id={scan?.id ?? ''}
          errors={scan?.errors}
          label="Scan of the signed form"
          hint="PDF, JPEG or PNG, at most 10 MB"
          accept="application/pdf,image/jpeg,image/png"
          received={state.fields.scan_received ? textsOf(state.fields.scan_received) : []}
          stored={[]}
        />
      </OfficeForm>
    </>
  )
}
