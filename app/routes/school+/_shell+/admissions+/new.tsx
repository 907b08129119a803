import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { admissionFiles, documentsOf } from '~/models/admissions/admission-documents.server'
import { admissionSchema } from '~/models/admissions/admission-schema'
import { createAdmission } from '~/models/admissions/create-admission.server'
import { todayInIndia } from '~/models/shared/calendar'
import { AdmissionForm } from './__admission-form'
import { admissionRefusal } from './__admission-form.server'

export const handle = pageTitle(() => 'Add admission', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return {
    choices: { classes, sessions: sessions.map(({ publicId, name }) => ({ publicId, name })) },
    session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const schema = admissionSchema({ today: todayInIndia(new Date()) })
  const form = await parseUploadForm(request, scope, schema, admissionFiles)
  if (!form.ok) return form.reply()
  const outcome = await createAdmission(scope, form.value, documentsOf(form.files))
  if (!outcome.ok) return form.refuse(...admissionRefusal(outcome.reason))
  return redirectWithToast(schoolPaths.admission(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewAdmissionPage() {
  const { choices, session, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add admission" context="It stays pending until you accept or reject it." />
      {choices.classes.length === 0 || choices.sessions.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add an academic session and a class"
          text="An admission is for a seat in a class for a session."
          action={
            choices.sessions.length === 0 ? (
              <ButtonLink href={schoolPaths.newSession}>Add session</ButtonLink>
            ) : (
              <ButtonLink href={schoolPaths.newClass}>Add class</ButtonLink>
            )
          }
        />
      ) : (
        <AdmissionForm
          mode="new"
          lastResult={lastResult}
          values={{ academic_session: session, language: 'en' }}
          choices={choices}
          formKey={formKey}
          documents={[]}
          cancelHref={schoolPaths.admissions}
        />
      )}
    </>
  )
}
