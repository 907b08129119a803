import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { GrievanceForm } from '~/components/grievances/grievance-form'
import { PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { formKeyOf, parseFields, readForm, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { grievanceForm } from '~/models/contact/grievances/grievance-fields'
import { fileAsStudent, grievanceSchema } from '~/models/contact/grievances/grievances.server'
import { findOwnGrievance } from '~/models/contact/grievances/read-grievances.server'

export const handle = pageTitle(() => m.grievances_new(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudentInPerson(context, request)
  return { formKey: randomUUID(), form: viewOf(grievanceForm) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const body = await readForm(request)
  const form = parseFields(body, grievanceSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await fileAsStudent(scope, formKeyOf(body), form.value, currentLanguage())
  if (!outcome.ok) return form.refuse(m.grievances_too_many())
  const number = (await findOwnGrievance(scope, outcome.value))?.number ?? ''
  const message = m.grievances_sent_text({ number })
  return redirectWithToast(paths.student.grievances, { type: 'success', title: m.grievances_sent(), message })
}

export default function NewGrievancePage() {
  const { formKey, form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.grievances_new()} context={m.grievances_context()} />
      <GrievanceForm formKey={formKey} form={form} lastResult={lastResult} backHref={paths.student.grievances} />
    </>
  )
}
