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
export async function readBoardReport(scope: SchoolScope, found: FoundBreach): Promise<BoardReportView> {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a breach is gone')
  const now = new Date()
  const left = 'Not known yet'
  return {
    school: { name: school.name, contact: `${school.phone}  ·  ${school.email}` },
    title: found.title,
    printedOn: todayInIndia(now),
    groups: [
      {
        title: 'Facts',
        rows: [
          ['Noticed', formatInstant(momentOfDay(found.noticedOn, found.noticedMinute), 'en')],
          ['Nature', found.nature],
          ['Extent', found.extent ?? left],
          ['Time', found.happened ?? left],
          ['Place', found.location ?? left],
          ['Who or what caused it', found.cause ?? left],
        ],
      },
      {
        title: 'Measures',
        rows: [
          ['To reduce the risk', found.measures ?? left],
          ['To prevent it from happening again', found.remedies ?? left],
        ],
      },
      {
        title: 'Notices to those affected',
        rows: [
          ['People affected', String(found.people)],
          ['Told', String(found.told)],
          ['First notified', moment(found.sentAt)],
          ['Confirmed as read by them or a guardian', String(found.read)],
          ['Mails handed over to the mail server', String(found.mailsHandedOver)],
          ['Mails waiting', String(found.mailsWaiting)],
          ['Mails failed or bounced', String(found.mailsFailed)],
          ['Messages (SMS, WhatsApp) delivered', String(found.messagesDelivered)],
          ['Messages sent, no report yet', String(found.messagesSent)],
          ['Messages with unconfirmed delivery', String(found.messagesUnsure)],
          ['Messages waiting', String(found.messagesWaiting)],
          ['Messages not sent or not delivered', String(found.messagesFailed)],
          ['Notified without mail (no address)', String(found.unmailed)],
        ],
      },
      {
        title: 'Reports',
        rows: clocksAt(found, now).map(({ authority, toldAt, reference, dueAt, isLate }) => [
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
