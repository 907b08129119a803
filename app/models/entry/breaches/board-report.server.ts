import { findSchoolContact } from '~/models/core/schools/profile.server'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { BoardReportView } from './board-report-view'
import { authorityWords } from './breach-words'
import { clocksAt, type FoundBreach } from './cases.server'
import { momentOfDay } from './rules'

const moment = (at: Date | null) => (at === null ? 'Not yet' : formatInstant(at, 'en'))

/**
 * Builds the report of a case to the Board (Rule 7(2)(b)): facts, cause, measures, remedies, and a report on the
 * notices to affected people.
 */
export async function readBoardReport(scope: SchoolScope, breach: FoundBreach): Promise<BoardReportView> {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a breach is gone')
  const now = new Date()
  const left = 'Not known yet'
  return {
    school: { name: school.name, contact: `${school.phone}  ·  ${school.email}` },
    title: breach.title,
    printedOn: todayInIndia(now),
    groups: [
      {
        title: 'Facts',
        rows: [
          ['Noticed', formatInstant(momentOfDay(breach.noticedOn, breach.noticedMinute), 'en')],
          ['Nature', breach.nature],
          ['Extent', breach.extent ?? left],
          ['Time', breach.happened ?? left],
          ['Place', breach.location ?? left],
          ['Who or what caused it', breach.cause ?? left],
        ],
      },
      {
        title: 'Measures',
        rows: [
          ['To reduce the risk', breach.measures ?? left],
          ['To prevent it from happening again', breach.remedies ?? left],
        ],
      },
      {
        title: 'Notices to those affected',
        rows: [
          ['People affected', String(breach.people)],
          ['Notified', String(breach.told)],
          ['First notified', moment(breach.sentAt)],
          ['Confirmed as read by them or a guardian', String(breach.read)],
          ['Mails handed over to the mail server', String(breach.mailsHandedOver)],
          ['Mails waiting', String(breach.mailsWaiting)],
          ['Mails failed or bounced', String(breach.mailsFailed)],
          ['Messages (SMS, WhatsApp) delivered', String(breach.messagesDelivered)],
          ['Messages sent, no report yet', String(breach.messagesSent)],
          ['Messages with unconfirmed delivery', String(breach.messagesUnsure)],
          ['Messages waiting', String(breach.messagesWaiting)],
          ['Messages not sent or not delivered', String(breach.messagesFailed)],
          ['Notified without mail (no address)', String(breach.unmailed)],
        ],
      },
      {
        title: 'Reports',
        rows: clocksAt(breach, now).map(({ authority, toldAt, reference, dueAt, isLate }) => [
          authorityWords[authority],
          [
            moment(toldAt),
            reference && `reference ${reference}`,
            dueAt && `due ${formatInstant(dueAt, 'en')}`,
            isLate && 'late',
          ]
            .filter(Boolean)
            .join(', '),
        ]),
      },
    ],
  }
}
