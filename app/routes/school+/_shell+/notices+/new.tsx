import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import { createNotice } from '~/models/notices/create-notice.server'
import { noticeSchema } from '~/models/notices/schema'
import { todayInIndia } from '~/models/shared/calendar'
import { addressRefusals, audienceChoices, firstAudience } from '~/routes/school+/_shell+/__notice-form.server'
import { NoticeForm } from './__notice-form'

export const handle = pageTitle(() => 'Write notice', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const [choices, audience] = await Promise.all([audienceChoices(staff), firstAudience(staff, request)])
  return {
    choices,
    values: {
      ...audience,
      form_key: randomUUID(),
      title: '',
      body: '',
      priority: 'medium',
      from_on: todayInIndia(new Date()),
      until_on: '',
      send_mail: false,
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const form = await parseForm(request, noticeSchema({ today: todayInIndia(new Date()) }))
  if (!form.ok) return form.reply()
  const outcome = await createNotice(staff.scope, form.value, idsOf(await teacherSections(staff)))
  if (!outcome.ok) return form.refuse(null, addressRefusals[outcome.reason])
  return redirectWithToast(schoolPaths.notice(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewNoticePage() {
  const { choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Write notice" context="Students and parents read it in the portal from its first day on." />
      <NoticeForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.notices}
      />
    </>
  )
}
