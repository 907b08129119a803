import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { formKeyOf, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { shownValues } from '~/kit/forms/fields'
import { admissionFiles, documentsOf } from '~/models/entry/admissions/applicants/admission-documents.server'
import { admissionForm, admissionSchema } from '~/models/entry/admissions/applicants/admission-fields.server'
import { createAdmission } from '~/models/entry/admissions/applicants/save-admission.server'
import { AdmissionForm } from './__admission-form'
import { admissionRefusal, openAdmissionForm } from './__admission-form.server'

export const handle = pageTitle(() => 'Add admission', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const { session, ...opened } = await openAdmissionForm(scope)
  const values = { ...shownValues(admissionForm), academic_session: session }
  return { ...opened, formKey: randomUUID(), documents: [], values }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const form = await parseUploadForm(request, scope, admissionSchema, admissionFiles)
  if (!form.ok) return form.reply()
  const { remove: _, ...fields } = form.value
  const outcome = await createAdmission(scope, formKeyOf(form.posted), fields, documentsOf(form.files))
  if (!outcome.ok) return form.refuse(...admissionRefusal(outcome.reason))
  return redirectWithToast(schoolPaths.admission(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewAdmissionPage() {
  const page = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { class: classes, academic_session: sessions } = page.known
  return (
    <>
      <PageHead title="Add admission" context="It stays pending until you accept or reject it." />
      {classes.options.length === 0 || sessions.options.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add an academic session and a class"
          text="An admission is for a seat in a class for a session."
          action={
            sessions.options.length === 0 ? (
              <ButtonLink href={schoolPaths.newSession} label="Add session" />
            ) : (
              <ButtonLink href={schoolPaths.newClass} label="Add class" />
            )
          }
        />
      ) : (
        <AdmissionForm lastResult={lastResult} cancelHref={schoolPaths.admissions} {...page} />
      )}
    </>
  )
}
