import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { sendMessage } from '~/models/contact/messaging/send/send-message.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { addUsualTemplates } from '~/models/contact/messaging/templates.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { atEverywhere, inIndia } from '../factories/days'
import { linkGuardian, makeGuardian } from '../factories/guardians'
import { unique } from '../factories/insert'
import { readRow } from '../factories/read'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

/*
 * Messages in the minutes at which a school's quiet hours begin and end, in IST. 21:00 IST is 15:30 UTC, so quiet hours
 * span midnight in both time zones. A family with only an e-mail address gets mail.
 */

const day = '2028-02-29'
const dayAfter = '2028-03-01'

/** Returns the moment until which a message is held, or null when it is sent at once. */
async function heldUntil(moment: Date, quiet: { from: number; to: number } | null, isUrgent = false) {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await addUsualTemplates(school.scope)
  await linkGuardian(await makeGuardian(school, { email: 'rajesh@family.test' }), student)
  if (quiet)
    await execute(
      `INSERT INTO message_settings (school_id, quiet_from, quiet_to, first_channel, updated_at)
       VALUES (:id, :from, :to, 'sms', UTC_TIMESTAMP(3))`,
      { id: school.id, ...quiet },
    )
  return atEverywhere(moment, async () => {
    const told = { studentId: student.id, onceKey: `quiet-${unique()}`, urgent: isUrgent, event: 'urgent' as const }
    const values = { notice: 'School closed on Monday', date: todayInIndia(moment), link: 'x' }
    expect(await inTransaction(() => notifyFamily(school.scope, { ...told, values } as never))).toBe(1)
    const ofSchool = { id: school.id }
    const message = await readRow<{ publicId: string }>(
      'SELECT public_id AS publicId FROM outgoing_messages WHERE school_id = :id',
      ofSchool,
    )
    await sendMessage(school.scope, message?.publicId ?? '')
    const after = await readRow<{ state: string; reason: string | null; runAt: Date }>(
      `SELECT m.state, m.reason, j.run_at AS runAt FROM outgoing_messages m JOIN jobs j ON j.unique_key = CONCAT('message:', m.public_id)
       WHERE m.school_id = :id`,
      ofSchool,
    )
    if (after?.state === 'sent') return null
    expect(after).toMatchObject({ state: 'held', reason: 'Quiet hours' })
    return after?.runAt ?? null
  })
}

const evening = { from: 22 * 60, to: 6 * 60 }

it.each<[string, { from: number; to: number } | null, string, string, string | null]>([
  ['22:00 to 06:00', evening, day, '21:59:59.999', null],
  ['22:00 to 06:00', evening, day, '22:00:00.000', '06:00 of the next day'],
  ['22:00 to 06:00', evening, day, '22:00:00.001', '06:00 of the next day'],
  ['22:00 to 06:00', evening, day, '23:59:59.999', '06:00 of the next day'],
  ['22:00 to 06:00', evening, dayAfter, '00:00:00.000', '06:00'],
  ['22:00 to 06:00', evening, dayAfter, '05:29:59.999', '06:00'],
  ['22:00 to 06:00', evening, dayAfter, '05:30:00.000', '06:00'],
  ['22:00 to 06:00', evening, dayAfter, '05:59:59.999', '06:00'],
  ['22:00 to 06:00', evening, dayAfter, '06:00:00.000', null],
  ['22:00 to 06:00', evening, dayAfter, '06:00:00.001', null],
  ['18:30 to 09:15', { from: 1110, to: 555 }, day, '18:29:59.999', null],
  ['18:30 to 09:15', { from: 1110, to: 555 }, day, '18:30:00.000', '09:15 of the next day'],
  ['18:30 to 09:15', { from: 1110, to: 555 }, dayAfter, '09:14:59.999', '09:15'],
  ['18:30 to 09:15', { from: 1110, to: 555 }, dayAfter, '09:15:00.000', null],
  // A school without a setting is quiet from 21:00 to 08:00.
  ['of the starter values', null, day, '20:59:59.999', null],
  ['of the starter values', null, day, '21:00:00.000', '08:00 of the next day'],
  ['of the starter values', null, dayAfter, '07:59:59.999', '08:00'],
  ['of the starter values', null, dayAfter, '08:00:00.000', null],
])(
  'quiet hours %s (%o): holds a message of %s %s until %s (null: sends it at once)',
  async (_name, quiet, today, time, until) => {
    const moment = inIndia(today, time)
    const held = await heldUntil(moment, quiet)
    if (until === null) return expect(held).toBeNull()
    const [clock, isNextDay] = [until.slice(0, 5), until.length > 5]
    const end = inIndia(isNextDay ? dayAfter : today, `${clock}:00.000`)
    // Jobs wait whole seconds, rounded up.
    expect(held?.getTime()).toBeGreaterThanOrEqual(end.getTime())
    expect(held?.getTime()).toBeLessThan(end.getTime() + 1000)
  },
)

it('sends an urgent message at once, even in quiet hours', async () => {
  for (const time of ['22:00:00.000', '23:59:59.999'])
    expect(await heldUntil(inIndia(day, time), evening, true)).toBeNull()
})
