import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { env } from '~/env.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { type JobClass, jobClasses } from '~/models/core/outbox/job-kinds'
import { unique } from '../../tests/factories/insert'
import { readRow, readRows } from '../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../tests/factories/school'
import { run } from './send-mail.server'

async function write(school: MadeSchool, isOfAccount: boolean, jobClass?: JobClass) {
  const to = `reader.${unique()}@family.test`
  const of = isOfAccount ? { isOfAccount } : {}
  const id = await inTransaction(() =>
    enqueueMail({ schoolId: school.id, to, subject: 'Hello', text: 'Hello', class: jobClass, ...of } as Parameters<
      typeof enqueueMail
    >[0]),
  )
  const state = async () =>
    readRow<{ state: string; why: string | null }>(
      'SELECT state, last_error AS why FROM outgoing_mail WHERE id = :id',
      { id },
    )
  return { id, send: () => run({ mailId: id }), state }
}

it('sends only account mails of an unapproved school, and holds all others until its approval', async () => {
  const school = await makeSchool({ approved: false })
  const [account, other] = [await write(school, true), await write(school, false)]
  await account.send()
  expect(await account.state()).toMatchObject({ state: 'sent' })
  await execute("UPDATE jobs SET state = 'done' WHERE school_id = :id", { id: school.id })
  await other.send()
  expect(await other.state()).toMatchObject({ state: 'waiting' })
  const waiting = await readRows<{ minutes: number; class: string }>(
    "SELECT class, ROUND(TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), run_at) / 60) AS minutes FROM jobs WHERE school_id = :id AND state = 'waiting'",
    { id: school.id },
  )
  expect(waiting.map((row) => ({ ...row, minutes: Number(row.minutes) }))).toEqual([{ class: 'bulk', minutes: 60 }])
  await execute('UPDATE schools SET approved_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: school.id })
  await other.send()
  expect(await other.state()).toMatchObject({ state: 'sent' })
})

it.each(jobClasses)('keeps the class %s of a mail each time it is held', async (jobClass) => {
  const school = await makeSchool({ approved: false })
  const mail = await write(school, false, jobClass)
  for (const time of ['first', 'second']) {
    await execute("UPDATE jobs SET state = 'done' WHERE school_id = :id", { id: school.id })
    await mail.send()
    const held = await readRows<{ class: string }>(
      "SELECT class FROM jobs WHERE school_id = :id AND state = 'waiting'",
      { id: school.id },
    )
    expect([time, held]).toEqual([time, [{ class: jobClass }]])
  }
})

it('does not send a mail that has waited three days for the approval of its school', async () => {
  const school = await makeSchool({ approved: false })
  const late = await write(school, false)
  await execute('UPDATE outgoing_mail SET created_at = created_at - INTERVAL 73 HOUR WHERE id = :id', { id: late.id })
  await late.send()
  expect(await late.state()).toEqual({ state: 'skipped', why: 'not-approved' })
})

it.each([
  [true, /^From: "?Gyan Bharati School \(Shala\)"? <no-reply@localhost>\r\n/],
  [false, /^From: Shala <no-reply@localhost>\r\n/],
])('names the school as the sender only if it is approved (%s), with the portal’s address', async (approved, from) => {
  const school = await makeSchool({ name: 'Gyan Bharati School', approved })
  const mail = await write(school, true)
  await mail.send()
  const folder = path.join(env().DATA_DIR, 'mail')
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith(`-${mail.id}.eml`))
  expect(await readFile(path.join(folder, file), 'utf8')).toMatch(from)
})
