import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, Card, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { findStudentNotice, markNoticeRead } from '~/models/contact/notices/student-notices.server'
import { priorityTones, priorityWord } from '~/models/contact/notices/words'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'

export const handle = pageTitle<{ notice: { title: string } }>((data) => data?.notice.title ?? m.notices_title())

/** Opening a notice marks it as read, once. A prefetch of the browser does not count, nor does a guardian. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, guardian } = await requireStudent(context, request)
  const notice = isPublicId(params.id) ? await findStudentNotice(scope, params.id, todayInIndia(new Date())) : null
  const { id, isRead, title, body, priority, fromOn, writer } = foundOr404(notice)
  if (!isRead && !guardian && isOpened(request)) await markNoticeRead(scope, id)
  return { notice: { title, body, priority, fromOn, writer } }
}

function isOpened(request: Request): boolean {
  const purpose = `${request.headers.get('Sec-Purpose') ?? ''} ${request.headers.get('Purpose') ?? ''}`
  return request.method === 'GET' && !purpose.includes('prefetch')
}

export default function NoticePage() {
  const { notice } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={notice.title}
        context={m.notices_written({ date: formatDay(notice.fromOn, currentLanguage()), name: notice.writer })}
      />
      <Card>
        <p>
          {`${m.notices_priority()}: `}
          <Badge tone={priorityTones[notice.priority]}>{priorityWord(notice.priority)}</Badge>
        </p>
        <PlainText text={notice.body} />
      </Card>
      <LinkParagraph href={paths.student.notices} label={m.notices_back()} />
    </>
  )
}
