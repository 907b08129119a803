import { describe, expect, it, vi } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { signInStaff } from '~/models/people/accounts/sign-in/sign-in-staff.server'
import { signInStudent } from '~/models/people/accounts/sign-in/sign-in-student.server'
import { log } from '~/services/log.server'
import { newBrowser } from '../../../../tests/factories/accounts'
import { unique } from '../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { recordAudit } from './record-audit.server'
import { recordSecurityEvent } from './record-security-event.server'
import { asRequester } from './requester.server'
import { sweepSecurityEvents } from './sweep-security-events.server'

interface Row {
  kind: string
  times: number
  schoolId: number | null
  actorKind: string
  actorId: number | null
  subjectKind: string
  subjectId: number | null
  hasDigest: number
  address: string | null
  requestId: string | null
  device: string
  details: string
}

const columns = `kind, times, school_id AS schoolId, actor_kind AS actorKind, actor_id AS actorId, subject_kind AS subjectKind,
  subject_id AS subjectId, name_digest IS NOT NULL AS hasDigest, address, request_id AS requestId, device, details`

const eventsOf = (schoolId: number) =>
  readRows<Row>(`SELECT ${columns} FROM security_events WHERE school_id = :schoolId ORDER BY id`, { schoolId })
const eventsFrom = (address: string) =>
  readRows<Row>(`SELECT ${columns} FROM security_events WHERE address = :address ORDER BY id`, { address })

/** Returns an address that no other test uses. */
const someAddress = () => `2001:db8:${someGroup()}:${someGroup()}::7`
const someGroup = () => Math.floor(4096 + Math.random() * 60_000).toString(16)

const fromPhone = (address: string) => ({
  requestId: 'a-request',
  address,
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0 Mobile Safari/537.36',
})

/** Runs `work`, and again if the database's minute changed during it, because events are counted per minute. */
async function withinOneMinute<T>(work: () => Promise<T>): Promise<T> {
  const minute = async () =>
    (await readRow<{ minute: string }>("SELECT DATE_FORMAT(UTC_TIMESTAMP(), '%H%i') AS minute"))?.minute
  for (;;) {
    const before = await minute()
    const value = await work()
    if ((await minute()) === before) return value
  }
}

describe('sign-ins in the security log', () => {
  it('writes one row with the origin for each staff sign-in, failed or successful', async () => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: 'the-right-password-9' })
    const address = someAddress()
    const attempt = (password: string) =>
      asRequester(fromPhone(address), () =>
        signInStaff(visitorScope(), { email: owner.email, password, browser: newBrowser() }),
      )
    await attempt('a-wrong-password')
    expect(await attempt('the-right-password-9')).toMatchObject({ ok: true })
    const from = { schoolId: school.id, times: 1, address, requestId: 'a-request', device: 'Chrome on Android' }
    expect(await eventsOf(school.id)).toMatchObject([
      { kind: 'wrong-password', actorKind: 'none', actorId: null, subjectKind: 'staff', subjectId: owner.id, ...from },
      { kind: 'signed-in', actorKind: 'staff', actorId: owner.id, subjectKind: 'staff', subjectId: owner.id, ...from },
    ])
  })

  it('reports a refused sign-in to the school of each student with this sign-in name, and to no other school', async () => {
    const [school, other, third] = [await makeSchool(), await makeSchool(), await makeSchool()]
    const email = `family.${unique()}@home.test`
    const students = [await makeStudent(school, { email }), await makeStudent(other, { email })]
    await makeStudent(third)
    await signInStudent(visitorScope(), { name: email, password: 'nobody-has-this', browser: newBrowser() })
    for (const [index, place] of [school, other].entries()) {
      expect(await eventsOf(place.id)).toMatchObject([
        { kind: 'wrong-password', subjectKind: 'student', subjectId: students[index]?.id, hasDigest: 0 },
      ])
    }
    expect(await eventsOf(third.id)).toEqual([])
  })

  it('writes one row for several unknown sign-in names, and stores none of them', async () => {
    const address = await withinOneMinute(async () => {
      const from = someAddress()
      await asRequester(fromPhone(from), async () => {
        for (const typed of ['invented', 'another']) {
          const name = `${typed}.${unique()}@home.test`
          await signInStudent(visitorScope(), { name, password: 'x', browser: newBrowser() })
        }
      })
      return from
    })
    const rows = await eventsFrom(address)
    expect(rows).toMatchObject([{ kind: 'wrong-password', times: 2, schoolId: null, subjectId: null, hasDigest: 1 }])
    expect(JSON.stringify(rows)).not.toContain('invented')
  })
})

describe('recordSecurityEvent', () => {
  it('counts equal concurrent events on one row, and different ones separately', async () => {
    const { school, asha, ravi } = await withinOneMinute(async () => {
      const school = await makeSchool()
      const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
      const address = someAddress()
      const wrong = (id: number) =>
        recordSecurityEvent({ schoolId: school.id }, { kind: 'wrong-password', subject: { kind: 'student', id } })
      await asRequester(fromPhone(address), () =>
        Promise.all(Array.from({ length: 40 }, (_, index) => wrong(index % 4 === 0 ? ravi.id : asha.id))),
      )
      // An event from another address of the same network counts as equal; one from another network does not.
      await asRequester(fromPhone(address.replace(/7$/, '8')), () => wrong(asha.id))
      await asRequester(fromPhone(someAddress()), () => wrong(asha.id))
      return { school, asha, ravi }
    })
    const counts = (await eventsOf(school.id)).map(({ subjectId, times }) => [subjectId, times])
    expect(counts.sort(([, a], [, b]) => Number(b) - Number(a))).toEqual([
      [asha.id, 31],
      [ravi.id, 10],
      [asha.id, 1],
    ])
  })

  it('does not throw when the event cannot be written, but logs the error', async () => {
    const failed = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const tooLong = 'k'.repeat(50) as 'downloaded'
    await recordSecurityEvent({ schoolId: 1 }, { kind: tooLong })
    expect(failed).toHaveBeenCalledWith(
      expect.objectContaining({ events: [tooLong] }),
      'security events were not written',
    )
    failed.mockRestore()
  })

  it('accepts any bytes from a proxy or browser', async () => {
    const school = await makeSchool()
    const told = { requestId: 'x', address: "<b>'😀", userAgent: '\u0000\uD800 ગણવેશ 😀 "; DROP TABLE'.repeat(50) }
    await asRequester(told, () =>
      recordSecurityEvent(school.scope, { kind: 'downloaded', details: { path: '/\uD800😀'.repeat(200) } }),
    )
    expect(await eventsOf(school.id)).toMatchObject([{ address: null, device: 'Unknown device', actorKind: 'none' }])
  })

  it('writes one line in the process log, as a warning for suspicious kinds', async () => {
    const school = await makeSchool()
    const [warned, told] = [vi.spyOn(log(), 'warn'), vi.spyOn(log(), 'info')]
    await recordSecurityEvent(school.scope, { kind: 'slowed', subject: { kind: 'staff', id: 7 } })
    await recordSecurityEvent(school.scope, { kind: 'signed-out' })
    expect(warned.mock.calls).toMatchObject([[{ event: 'slowed', school: school.id, subject: 'staff:7' }]])
    expect(told.mock.calls).toMatchObject([[{ event: 'signed-out' }]])
    warned.mockRestore()
    told.mockRestore()
  })
})

describe('recordAudit', () => {
  it('writes a security event after the commit if an entry concerns sign-in, and none after a rollback', async () => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    const closed = { action: 'staff.deactivated', subject: { kind: 'staff', id: 12 }, details: { email: 'a@b.test' } }
    await inTransaction(() => recordAudit(owner.scope, closed))
    await inTransaction(async () => {
      await recordAudit(owner.scope, { ...closed, action: 'staff.restored' })
      throw new Error('taken back')
    }).catch(() => {})
    expect(await eventsOf(school.id)).toMatchObject([
      { kind: 'sign-in-closed', actorKind: 'staff', actorId: owner.id, subjectId: 12, details: '{}' },
    ])
  })
})

describe('sweepSecurityEvents', () => {
  it('deletes events older than configured, in batches', async () => {
    const school = await makeSchool()
    for (const kind of ['signed-in', 'signed-out', 'downloaded', 'slowed'] as const) {
      await recordSecurityEvent(school.scope, { kind })
    }
    const age = (kinds: string, days: number) =>
      execute(
        `UPDATE security_events SET happened_at = UTC_TIMESTAMP(3) - INTERVAL ${days} DAY WHERE school_id = :id AND kind IN (${kinds})`,
        { id: school.id },
      )
    await age("'signed-in', 'signed-out', 'downloaded'", 401)
    await age("'slowed'", 399)
    expect(await sweepSecurityEvents(systemScope(), 400, { rows: 1, max: 2 })).toBe(2)
    await sweepSecurityEvents(systemScope(), 400)
    expect((await eventsOf(school.id)).map(({ kind }) => kind)).toEqual(['slowed'])
  })
})
