import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { familyFacts, tellFamily } from '~/models/messaging/tell-family.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { addressedToSql } from './audience.server'

const studentsAtOnce = 100

const notice = { id: number('n.id'), title: text('n.title'), untilOn: text("COALESCE(n.until_on, '9999-12-31')") }

/** A step: families of whom an urgent notice is for will be told of it by message, once. Refuses `not-found`. */
export function askToTellNotice(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const found = await selectRow(notice, 'FROM notices n WHERE n.school_id = :schoolId AND n.public_id = :publicId', {
      schoolId,
      publicId,
    })
    if (!found) return refused('not-found')
    const { id, title } = found
    await enqueueJob({ kind: 'tell-notice', schoolId, payload: { noticeId: id }, uniqueKey: `tell-notice:${id}` })
    await recordAudit(scope, { action: 'notice.told', subject: { kind: 'notice', id }, details: { title } })
    return done()
  })
}

/** Tells them, some a transaction; a notice that is over or deleted tells nobody more. Run again, it tells nobody twice. */
export async function tellNotice(scope: SchoolScope, noticeId: number): Promise<void> {
  const { schoolId } = scope
  for (let after = 0; ; ) {
    const from = after
    const students = await inTransaction(async () => {
      const found = await selectRow(notice, 'FROM notices n WHERE n.school_id = :schoolId AND n.id = :noticeId', {
        schoolId,
        noticeId,
      })
      const today = todayInIndia(new Date())
      if (!found || found.untilOn < today) return []
      const rows = await listAddressees(scope, noticeId, { after: from, most: studentsAtOnce })
      for (const { studentId } of rows) {
        const values = { notice: found.title, date: today }
        const onceKey = `notice:${noticeId}:${studentId}`
        await tellFamily(scope, { event: 'urgent', studentId, values, onceKey })
      }
      return rows
    })
    const last = students.at(-1)
    if (!last) return
    after = last.studentId
  }
}

const everybody = 1_000_000

/** Active students whom a notice is for, by their id. */
export function listAddressees(
  { schoolId }: SchoolScope,
  noticeId: number,
  { after = 0, most = everybody }: { after?: number; most?: number } = {},
) {
  return selectRows(
    { ...familyFacts, name: text("CONCAT(s.first_name, ' ', s.last_name)") },
    `FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     WHERE n.school_id = :schoolId AND n.id = :noticeId AND s.id > :after ORDER BY s.id LIMIT :most`,
    { schoolId, noticeId, after, most },
  )
}
