import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { GrievanceForm } from '~/components/grievances/grievance-form'
import { PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { formKeyOf, parseFields, readForm, redirectWithToast, requireGuardian } from '~/http/route.server'
import { choicesOf, viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { guardianGrievanceForm } from '~/models/contact/grievances/grievance-fields'
import { fileAsGuardian, guardianGrievanceSchema } from '~/models/contact/grievances/grievances.server'
import { findOwnGrievance } from '~/models/contact/grievances/read-grievances.server'
import { listChildren } from '~/models/people/guardians/children.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => m.grievances_new(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const children = (await listChildren(scope)).map((child) => ({ publicId: child.publicId, name: fullName(child) }))
  return { formKey: randomUUID(), form: viewOf(guardianGrievanceForm), children: choicesOf(children) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const body = await readForm(request)
  const form = parseFields(body, guardianGrievanceSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await fileAsGuardian(scope, formKeyOf(body), form.value, currentLanguage())
  if (!outcome.ok) {
    return outcome.reason === 'no-child'
      ? form.refuse(null, { child: [m.grievances_child_required()] })
      : form.refuse(m.grievances_too_many())
  }
  const number = (await findOwnGrievance(scope, outcome.value))?.number ?? ''
  const message = m.grievances_sent_text({ number })
  return redirectWithToast(paths.guardian.grievances, { type: 'success', title: m.grievances_sent(), message })
}

export default function NewGrievancePage() {
  const { formKey, form, children } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.grievances_new()} context={m.grievances_context()} />
      <GrievanceForm
        formKey={formKey}
        form={form}
        lastResult={lastResult}
        backHref={paths.guardian.grievances}
        known={{ child: { options: children } }}
      />
    </>
  )
}
