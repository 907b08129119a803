import { PlainText } from '~/components/notices/plain-text'
import { Badge } from '~/components/ui'
import { idsOf, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, showPage } from '~/kit/pages/show-page'
import { addressName } from '~/models/contact/notices/notice-fields'
import { countReaders, notices } from '~/models/contact/notices/notices.server'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, noticeStateNames, priorityTones, priorityWord } from '~/models/contact/notices/words'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'

export const handle = pageTitle<{ notice: { title: string } }>((data) => data?.notice.title ?? 'Notice')

export const loader = showLoader(
  {
    may: 'notices:view',
    find: async (scope, id: string, staff) => notices.find(scope, id, idsOf(await teacherSections(staff))),
  },
  async ({ id, ...notice }, { scope, may }) => ({
    notice,
    readers: await countReaders(scope, id),
    state: stateOn(todayInIndia(new Date()), notice.fromOn, notice.untilOn),
    mayEdit: notice.mayEdit && may('notices:edit'),
    mayNotify: may('messages:send'),
  }),
)

export default showPage<typeof loader>(({ notice, readers, state, mayEdit, mayNotify }) => ({
  title: notice.title,
  context: addressName(notice),
  action: mayEdit && { label: 'Edit notice', href: schoolPaths.editNotice(notice.publicId) },
  parts: [
    { content: <PlainText text={notice.body} /> },
    {
      title: 'Details',
      facts: {
        State: <Badge tone={noticeStateNames[state].tone}>{noticeStateNames[state].word}</Badge>,
        Shown: daysName(notice.fromOn, notice.untilOn),
        Priority: <Badge tone={priorityTones[notice.priority]}>{priorityWord(notice.priority)}</Badge>,
        'For whom': addressName(notice),
        'Read by': `${readers.read} of ${counted(readers.of, 'student')}`,
        'E-mail': mailWords(notice, state),
        'Written by': notice.writer,
      },
    },
    mayNotify && state !== 'over' && (
      <p>{aloneOf({ label: 'Send to families by message', href: schoolPaths.tellNotice(notice.publicId) })}</p>
    ),
  ],
  back: { label: 'All notices', href: schoolPaths.notices },
}))

/** Mail status of a notice. Its mails are sent from its first day on, to some families later than to others. */
function mailWords(notice: { mailWaits: boolean; mailedTo: number; fromOn: string }, state: string): string {
  if (notice.mailWaits && state === 'coming') return `Will be sent on ${formatDay(notice.fromOn, 'en')}`
  const families = counted(notice.mailedTo, 'family', 'families')
  if (notice.mailWaits) return `Being sent; ${families} so far`
  return notice.mailedTo > 0 ? `Sent to ${families}` : 'Not sent'
}
