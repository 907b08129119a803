import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { groupBy } from '~/models/core/shared/group-by'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { tellAgain } from '../retry-message.server'
import { messageSummary } from '../send/sending-rules'
import { type Preview, previewMessages } from './preview.server'
import { familyFacts, notifyFamily } from './tell-family.server'
import { messageColumns, messagesOf } from './told-columns.server'

const absent = {
  ...familyFacts,
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  ...messageColumns,
}

/**
 * Students of a section (public id) marked absent today, for review before their families are notified, with the state
 * of today's messages; empty for an unmarked section.
 */
export async function listAbsentToday({ schoolId }: SchoolScope, section: string, today: string) {
  const rows = await selectRows(
    absent,
    `FROM sections t JOIN attendance_sheets h ON h.school_id = t.school_id AND h.section_id = t.id JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id AND a.status = 'absent'
     JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id AND s.status = 'active'
     LEFT JOIN outgoing_messages m ON m.school_id = s.school_id AND m.student_id = s.id AND m.event = 'absent'
       AND LEFT(m.once_key, CHAR_LENGTH(CONCAT('absent:', :today, ':'))) = CONCAT('absent:', :today, ':')
     WHERE t.school_id = :schoolId AND t.public_id = :section AND h.held_on = :today ORDER BY s.last_name, s.first_name, s.id, m.id`,
    { schoolId, section, today },
  )
  return [...groupBy(rows, ({ studentId }) => studentId).values()].flatMap((studentRows) => {
    const messages = messagesOf(studentRows)
    return studentRows.slice(0, 1).map((student) => ({ ...student, messages, ...messageSummary(messages) }))
  })
}

export function previewAbsent(
  scope: SchoolScope,
  students: Awaited<ReturnType<typeof listAbsentToday>>,
  today: string,
): Promise<Preview> {
  const values = { date: today }
  return previewMessages(
    scope,
    'absent',
    students.map((student) => ({ ...student, values })),
  )
}

/**
 * Notifies the families of these students (public ids) of today's absence: once per student and day, however often
 * requested, and again only if no earlier message can have arrived. Returns the preview of the recipients. Refuses
 * `changed` when one of the students is no longer marked absent; then no message is sent.
 */
export function notifyAbsent(
  scope: SchoolScope,
  section: string,
  publicIds: readonly string[],
  today: string,
): Promise<Outcome<Preview, 'changed'>> {
  return inTransaction(async () => {
    // The lock makes a correction of the register run before or after this transaction, not during it.
    const locked = await selectRow(
      { id: number('t.id') },
      'FROM sections t WHERE t.school_id = :schoolId AND t.public_id = :section FOR UPDATE',
      { schoolId: scope.schoolId, section },
    )
    if (!locked) return refused('changed')
    const now = await listAbsentToday(scope, section, today)
    const chosenStudents = now.filter(({ publicId }) => publicIds.includes(publicId))
    if (chosenStudents.length < new Set(publicIds).size) return refused('changed')
    const open = chosenStudents.filter(({ isOpen }) => isOpen)
    const preview = await previewAbsent(scope, open, today)
    for (const { studentId, messages } of open) {
      const onceKey = `absent:${today}:${studentId}`
      await notifyFamily(scope, { event: 'absent', studentId, values: { date: today }, onceKey })
      await tellAgain(
        scope,
        messages.map(({ messageId }) => messageId),
      )
    }
    const details = { students: chosenStudents.length, messages: preview.messages, on: today }
    await recordAudit(scope, { action: 'attendance.told', subject: { kind: 'section', id: locked.id }, details })
    return done(preview)
  })
}
