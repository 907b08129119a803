import { Alert, ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type Option, optionsOf } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { findTroubles } from '~/models/contact/messaging/message-counts.server'
import { listMessages } from '~/models/contact/messaging/messages.server'
import { channelNames, eventNames, type MessageState, messageStateNames } from '~/models/contact/messaging/options'
import { formatInstant } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import type { Tone } from '~/models/core/shared/tone'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { fullName } from '~/models/people/students/rules'
import { lastMonths } from './__months'

export const handle = pageTitle(() => 'Messages')

const tones: Record<MessageState, Tone> = {
  waiting: 'info',
  sending: 'info',
  sent: 'info',
  delivered: 'good',
  read: 'good',
  failed: 'bad',
  unsure: 'warn',
  held: 'warn',
  skipped: 'neutral',
}

type More = {
  troubles: Awaited<ReturnType<typeof findTroubles>>
  months: Option[]
  student: string
  mayNotify: boolean
}

const list: ListOf<typeof listMessages, More> = {
  path: schoolPaths.messages,
  file: { path: schoolPaths.messagesFile, name: 'messages.csv' },
  noun: 'message',
  may: 'messages:view',
  search: { label: 'Search', placeholder: 'Student, guardian or reason' },
  filters: {
    state: { label: 'Status', any: 'Any status', options: optionsOf(messageStateNames) },
    event: { label: 'Tells', any: 'Anything', options: optionsOf(eventNames) },
    channel: { label: 'Channel', any: 'Any channel', options: optionsOf(channelNames) },
    month: { label: 'Month', kind: 'month', any: 'Any month', options: ({ months }) => months },
    student: {
      label: 'Student',
      any: 'Any student',
      isFurther: true,
      options: ({ student }) => (student === '' ? [] : [{ value: student, label: 'Selected student' }]),
    },
  },
  columns: [
    { label: 'Written', align: 'nowrap', sort: 'written', value: (row) => formatInstant(row.createdAt, 'en') },
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.message(row.publicId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    { label: 'Recipient', value: 'recipientName' },
    { label: 'About', value: (row) => eventNames[row.event] },
    { label: 'Channel', value: (row) => (row.channel ? channelNames[row.channel] : '–') },
    { label: 'Sent to', only: 'file', value: 'toAddress' },
    { label: 'Status', sort: 'state', value: (row) => messageStateNames[row.state], tone: (row) => tones[row.state] },
    { label: 'Reason', value: (row) => row.reason ?? '' },
    moneyColumn('Cost', (row) => row.costPaise, { style: 'exact' }),
  ],
}

export const loader = listLoader(
  list,
  listMessages,
  async (scope, { filters }, { role }): Promise<More> => ({
    mayNotify: mayStaff(role, 'absences:notify'),
    troubles: await findTroubles(scope),
    months: lastMonths(),
    student: filters.student,
  }),
)

export default listPage(list, {
  context: 'Messages to families by WhatsApp, SMS and mail, and their delivery.',
  icon: 'bell',
  empty: 'Messages to families appear here once attendance, a notice or a payment has triggered one.',
  above: ({ troubles, mayNotify }) => (
    <>
      {troubles.held.length > 0 || troubles.unsure > 0 ? (
        <Alert tone="warn" title="Messages waiting for the office">
          <ul>
            {troubles.held.map(({ reason, messages }) => (
              <li key={reason}>{`${counted(messages, 'message')} held: ${reason}`}</li>
            ))}
            {troubles.unsure > 0 ? (
              <li>{`Delivery of ${counted(troubles.unsure, 'message')} is not confirmed: open each and mark it`}</li>
            ) : null}
          </ul>
        </Alert>
      ) : null}
      <nav className="actions" aria-label="More about messages">
        <ButtonLink href={schoolPaths.messageCounts} variant="secondary" label="Counts and cost" />
        <ButtonLink href={schoolPaths.messageTemplates} variant="secondary" label="Message texts" />
        {mayNotify ? (
          <ButtonLink href={schoolPaths.notifyAbsent} variant="secondary" label="Send absence messages" />
        ) : null}
      </nav>
    </>
  ),
})
