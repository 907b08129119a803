import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type LogLine, logsBetween } from './logs-between.server'
import { recordAudit } from './record-audit.server'
import { recordSecurityEvent } from './record-security-event.server'

/**
 * Creates a school with six log lines, one per second from `noon` on, alternately in the security and the audit log.
 * Each test uses its own year.
 */
async function schoolWithLogs(noon: string) {
  const school = await makeSchool()
  const owner = await makeStaff(school, { name: 'Farida Shaikh' })
  for (const second of [0, 2, 4]) {
    await recordSecurityEvent(owner.scope, { kind: 'downloaded', details: { path: `/school/${second}.csv` } })
    const subject = { kind: 'fee', id: second + 1 }
    await inTransaction(() => recordAudit(owner.scope, { action: 'fee.created', subject }))
  }
  const at = { noon, id: school.id }
  await execute(
    `UPDATE security_events SET happened_at = :noon + INTERVAL SUBSTRING(details, 18, 1) SECOND WHERE school_id = :id`,
    at,
  )
  await execute('UPDATE audit_entries SET created_at = :noon + INTERVAL subject_id SECOND WHERE school_id = :id', at)
  return { school, owner }
}

async function all(parts: AsyncGenerator<LogLine[]>): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const part of parts) lines.push(...part)
  return lines
}

it.each([1, 2, 1_000])('merges both logs of one school by time, reading %d lines at once', async (size) => {
  const [{ school, owner }] = [
    await schoolWithLogs('2019-01-05 12:00:00.000'),
    await schoolWithLogs('2019-01-05 12:00:00.000'),
  ]
  const span = { from: new Date('2019-01-05T12:00:00Z'), to: new Date('2019-01-05T12:00:05Z'), schoolId: school.id }
  const lines = await all(logsBetween(systemScope(), span, size))
  expect(lines.map(({ log, at }) => [log, at.getUTCSeconds()])).toEqual([
    ['security', 0],
    ['audit', 1],
    ['security', 2],
    ['audit', 3],
    ['security', 4],
  ])
  expect(lines[0]).toMatchObject({ what: 'downloaded', school: school.publicId, actor: `staff:${owner.id}`, times: 1 })
  expect(lines[1]).toMatchObject({ what: 'fee.created', actorName: 'Farida Shaikh', subject: 'fee:1' })
})

it('includes every school by default, and loses no lines with equal times', async () => {
  const moment = '2018-03-01 06:00:00.000'
  const schools = [await schoolWithLogs(moment), await schoolWithLogs(moment)]
  for (const { school } of schools) {
    await execute('UPDATE security_events SET happened_at = :moment WHERE school_id = :id', { moment, id: school.id })
  }
  const span = { from: new Date('2018-03-01T06:00:00Z'), to: new Date('2018-03-01T06:01:00Z'), schoolId: null }
  const lines = await all(logsBetween(systemScope(), span, 2))
  for (const { school } of schools) expect(lines.filter((line) => line.school === school.publicId)).toHaveLength(6)
  expect(new Set(lines.map(({ log, id }) => `${log}:${id}`)).size).toBe(lines.length)
})
