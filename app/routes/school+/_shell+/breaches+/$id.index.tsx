import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, shownTable, showPage } from '~/kit/pages/show-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { authorityWords } from '~/models/entry/breaches/breach-words'
import { breaches, clocksAt } from '~/models/entry/breaches/cases.server'
import { type Clock, hoursInWords, momentOfDay } from '~/models/entry/breaches/rules'

export const handle = pageTitle<{ found: { title: string } }>((data) => data?.found.title ?? 'Data breach')

export const loader = showLoader({ may: 'breaches:handle', find: breaches.find }, (breach) => ({
  found: breach,
  clocks: clocksAt(breach, new Date()),
}))

const moment = (at: Date | null) => (at === null ? null : formatInstant(at, 'en'))

export default showPage<typeof loader>(({ found, clocks }) => {
  const { publicId: id, sentAt } = found
  const isOpen = found.closedAt === null
  const words = { label: found.hasText ? 'Change the text' : 'Write the text', href: schoolPaths.breachText(id) }
  const fileLink = (href: string, label: string) => (
    <a className="alone" href={href} data-reload>
      {label}
    </a>
  )
  return {
    title: found.title,
    context: `Noticed ${moment(momentOfDay(found.noticedOn, found.noticedMinute))}`,
    action: isOpen && { label: 'Send the notice', href: schoolPaths.sendBreach(id) },
    alert: !isOpen && (
      <Alert tone="info" title={`Closed ${moment(found.closedAt)}`}>
        <p>{found.closingRemarks}</p>
      </Alert>
    ),
    parts: [
      {
        title: 'Authorities',
        aside: { label: 'Record a report', href: schoolPaths.breachTold(id) },
        content: (
          <>
            {shownTable({
              caption: 'Authorities',
              rows: clocks,
              columns: [
                { label: 'Authority', role: 'title', value: (row) => authorityWords[row.authority] },
                { label: 'Due', align: 'nowrap', value: (row) => moment(row.dueAt) ?? 'At once' },
                { label: 'Status', cell: (row) => <ClockBadge {...row} /> },
                { label: 'Notified', align: 'nowrap', value: (row) => moment(row.toldAt) },
                { label: 'Reference', value: 'reference' },
              ],
            })}
            <div className="actions">
              {fileLink(schoolPaths.breachBoardFile(id), 'Report for the Board (PDF)')}
              {fileLink(schoolPaths.breachBoardSheet(id), 'Report for the Board (CSV)')}
            </div>
          </>
        ),
      },
      {
        title: 'People affected',
        aside: { label: 'Show the people', href: schoolPaths.peopleOfBreach(id) },
        facts: {
          Affected: String(found.people),
          Notified: String(found.told),
          'Confirmed as read by them or a guardian': String(found.read),
          Mails: `${found.mailsHandedOver} handed over, ${found.mailsWaiting} waiting, ${found.mailsFailed} failed or bounced`,
          'SMS and WhatsApp': `${found.messagesDelivered} delivered, ${found.messagesSent} sent, ${found.messagesUnsure} not known whether sent, ${found.messagesWaiting} waiting, ${found.messagesFailed} not sent or not delivered`,
          'Notified without mail': String(found.unmailed),
          'First sent': sentAt && `${moment(sentAt)}, ${found.sentByName}`,
        },
        content: isOpen && (
          <div className="actions">
            {aloneOf({ label: 'Choose people', href: schoolPaths.chooseBreachPeople(id) })}
            {aloneOf({ label: 'Find people in the logs', href: schoolPaths.findBreachPeople(id) })}
            {sentAt === null ? aloneOf(words) : null}
            {aloneOf({ label: 'Close the case', href: schoolPaths.closeBreach(id) })}
          </div>
        ),
      },
      {
        title: 'Facts',
        aside: { label: 'Change the facts', href: schoolPaths.editBreach(id) },
        facts: {
          'What happened': found.nature,
          Extent: found.extent,
          When: found.happened,
          Where: found.location,
          'Who or what caused it': found.cause,
          Measures: found.measures,
          'To prevent it from happening again': found.remedies,
        },
      },
    ],
  }
})

function ClockBadge({ toldAt, isLate, minutesLeft }: Clock) {
  if (toldAt) return <Badge tone={isLate ? 'warn' : 'good'}>{isLate ? 'Notified late' : 'Notified'}</Badge>
  if (minutesLeft === null) return <Badge tone="warn">Not notified yet</Badge>
  return (
    <Badge tone={isLate ? 'bad' : 'warn'}>
      {isLate ? `${hoursInWords(minutesLeft)} late` : `${hoursInWords(minutesLeft)} left`}
    </Badge>
  )
}
