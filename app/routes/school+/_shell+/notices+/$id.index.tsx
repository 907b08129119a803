import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { addressName } from '~/models/contact/notices/notice-fields'
import { countReaders, notices } from '~/models/contact/notices/notices.server'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, priorityTones, priorityWord, stateNames } from '~/models/contact/notices/words'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { counted } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ notice: { title: string } }>((data) => data?.notice.title ?? 'Notice')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const { scope, role } = staff
  const own = idsOf(await teacherSections(staff))
  const { id, ...notice } = foundOr404(isPublicId(params.id) ? await notices.find(scope, params.id, own) : null)
  return {
    notice,
    readers: await countReaders(scope, id),
    state: stateOn(todayInIndia(new Date()), notice.fromOn, notice.untilOn),
    mayEdit: notice.mayEdit && mayStaff(role, 'notices:edit'),
    mayTell: mayStaff(role, 'messages:send'),
  }
}

export default function NoticePage() {
  const { notice, readers, state, mayEdit, mayTell } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={notice.title}
        context={addressName(notice)}
        action={
          mayEdit ? <ButtonLink href={schoolPaths.editNotice(notice.publicId)}>Edit notice</ButtonLink> : undefined
        }
      />
      <div className="stack">
        <Card>
          <PlainText text={notice.body} />
        </Card>
        <Card title="Details">
          <DefinitionList
            items={[
              { label: 'State', value: <Badge tone={stateNames[state].tone}>{stateNames[state].word}</Badge> },
              { label: 'Shown', value: daysName(notice.fromOn, notice.untilOn) },
              {
                label: 'Priority',
                value: <Badge tone={priorityTones[notice.priority]}>{priorityWord(notice.priority)}</Badge>,
              },
              { label: 'For whom', value: addressName(notice) },
              { label: 'Read by', value: `${readers.read} of ${counted(readers.of, 'student')}` },
              { label: 'E-mail', value: mailWords(notice, state) },
              { label: 'Written by', value: notice.writer },
            ]}
          />
        </Card>
        {mayTell && state !== 'over' ? (
          <p>
            <a className="alone" href={schoolPaths.tellNotice(notice.publicId)}>
              Tell families by message
            </a>
          </p>
        ) : null}
        <p>
          <a className="alone" href={schoolPaths.notices}>
            All notices
          </a>
        </p>
      </div>
    </>
  )
}

/** Mail status of a notice: sent from the first day on, to some families later than to others. */
function mailWords(notice: { mailWaits: boolean; mailedTo: number; fromOn: string }, state: string): string {
  if (notice.mailWaits && state === 'coming') return `Will be sent on ${formatDay(notice.fromOn, 'en')}`
  const families = counted(notice.mailedTo, 'family', 'families')
  if (notice.mailWaits) return `Being sent; ${families} so far`
  return notice.mailedTo > 0 ? `Sent to ${families}` : 'Not sent'
}
