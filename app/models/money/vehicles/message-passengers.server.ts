import { exists, number, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf } from '~/kit/tables/table.server'
import { m } from '~/language/paraglide/messages'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { messageForm } from './message-fields'
import { PassengerMessage } from './tables.server'

export const messageSchema = schemaOf(messageForm, ({ kind, minutes, words }, say) => {
  if (kind === 'late' && minutes === null) say('minutes', 'Enter how many minutes')
  if (kind === 'other' && words === null) say('words', 'Enter the message')
})

type Message = ValuesOf<typeof messageForm>
type Passenger = { studentId: number; route: string; vehicle: string }

/**
 * Notifies the current passengers of a vehicle or of one of its trips (public id), in each student's language, by
 * notice and mail; once per form key. Refuses `no-run` (not a trip of the vehicle) and `nobody` (no passengers).
 */
export function messagePassengers(
  scope: SchoolScope,
  formKey: string,
  { run, ...message }: Message,
  vehicle: { id: number; vehicleNumber: string },
) {
  type Answer = Outcome<string, 'no-run' | 'nobody'>
  const work = async (): Promise<Answer> => {
    const values = { schoolId: scope.schoolId, vehicleId: vehicle.id, run: run ?? '', today: todayInIndia(new Date()) }
    const ofRun = 'vehicle_id = :vehicleId AND public_id = :run'
    if (run && !(await exists(`FROM vehicle_routes WHERE school_id = :schoolId AND ${ofRun}`, values)))
      return refused('no-run')
    const passengers = await selectRows(
      { studentId: number('a.student_id'), route: text('t.name'), vehicle: text('v.vehicle_number') },
      `FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
       JOIN transport_applications a ON a.school_id = r.school_id AND a.run_id = r.id
       WHERE r.school_id = :schoolId AND r.vehicle_id = :vehicleId AND (:run = '' OR r.public_id = :run)
         AND a.status = 'active' AND a.starts_on <= :today ORDER BY a.id`,
      values,
    )
    if (passengers.length === 0) return refused('nobody')
    const publicId = newPublicId()
    const keys = { publicId, schoolId: scope.schoolId, vehicleId: vehicle.id, formKey, createdByName: scope.actor.name }
    const { id } = await PassengerMessage.create({ ...message, ...keys, toldCount: passengers.length })
    for (const passenger of passengers) {
      await tell(scope, passenger, message)
      if (message.kind !== 'late') continue
      const { studentId, route } = passenger
      const values = { route, minutes: message.minutes ?? 0 }
      await notifyFamily(scope, { event: 'bus_delay', studentId, values, onceKey: `late:${publicId}:${studentId}` })
    }
    const details = { vehicle: vehicle.vehicleNumber, ...message, told: passengers.length }
    await recordAudit(scope, { action: 'passengers.told', subject: { kind: 'passenger-message', id }, details })
    return done(publicId)
  }
  return createOnce<never, Exclude<Answer, { ok: true }>>({ table: PassengerMessage, scope, formKey, taken: {} }, work)
}

function tell(
  scope: SchoolScope,
  { studentId, route, vehicle }: Passenger,
  { kind, minutes, words }: Omit<Message, 'run'>,
): Promise<void> {
  return notifyStudent(scope, studentId, (locale) => {
    const about = { route, vehicle }
    const day = formatDay(todayInIndia(new Date()), locale)
    const sentences = {
      late: () => m.transport_news_late({ ...about, minutes: minutes ?? 0 }, { locale }),
      off: () => m.transport_news_off({ ...about, day }, { locale }),
      other: () => m.transport_news_about(about, { locale }),
    }
    const title = m.transport_news_vehicle({}, { locale })
    return { title, body: [sentences[kind](), words].filter(Boolean).join('\n\n') }
  })
}

const messageSelection = columnsOf(
  PassengerMessage,
  't',
  ...(['publicId', 'kind', 'minutes', 'words', 'toldCount', 'createdByName', 'createdAt'] as const),
)

export function listMessages({ schoolId }: SchoolScope, vehicle: { id: number }) {
  return selectRows(
    messageSelection,
    'FROM passenger_messages t WHERE t.school_id = :schoolId AND t.vehicle_id = :id ORDER BY t.id DESC LIMIT 5',
    { schoolId, id: vehicle.id },
  )
}
