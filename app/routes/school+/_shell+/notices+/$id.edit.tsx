import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { findNotice } from '~/models/notices/list-notices.server'
import { noticeSchema } from '~/models/notices/schema'
import { updateNotice } from '~/models/notices/update-notice.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { addressRefusals, audienceChoices, audienceValues } from '~/routes/school+/_shell+/__notice-form.server'
import { NoticeForm } from './__notice-form'

export const handle = pageTitle(() => 'Edit notice', { hasForm: true })

/** The notice of the address, where this person may change it. */
async function editable(staff: StaffSession, id: string | undefined) {
  const ownSectionIds = idsOf(await teacherSections(staff))
  const notice = isPublicId(id) ? await findNotice(staff.scope, id, ownSectionIds) : null
  return { ownSectionIds, notice: foundOr404(notice?.mayEdit ? notice : null) }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const [choices, { notice }] = await Promise.all([audienceChoices(staff), editable(staff, params.id)])
  return {
    id: notice.publicId,
    choices,
    values: {
      ...audienceValues(notice),
      form_key: randomUUID(),
      title: notice.title,
      body: notice.body,
      priority: notice.priority,
      from_on: notice.fromOn,
      until_on: notice.untilOn ?? '',
      send_mail: false,
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:edit')
  const { notice, ownSectionIds } = await editable(staff, params.id)
  const form = await parseForm(request, noticeSchema({ today: todayInIndia(new Date()), was: notice.untilOn }))
  if (!form.ok) return form.reply()
  const outcome = await updateNotice(staff.scope, notice.publicId, form.value, ownSectionIds)
  if (outcome.ok) return redirectWithToast(schoolPaths.notice(notice.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, addressRefusals[outcome.reason])
}

export default function EditNoticePage() {
  const { id, choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Edit notice" context={values.title} />
      <NoticeForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.notice(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteNotice(id)} variant="quiet">
            Delete this notice
          </ButtonLink>
        }
      />
    </>
  )
}
