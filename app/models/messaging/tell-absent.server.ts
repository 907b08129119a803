import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { familyFacts, tellFamily } from './tell-family.server'

const absent = {
  ...familyFacts,
  publicId: text('s.public_id'),
  name: text("CONCAT(s.first_name, ' ', s.last_name)"),
  isTold: {
    sql: `EXISTS (SELECT 1 FROM outgoing_messages m WHERE m.school_id = s.school_id AND m.student_id = s.id AND m.event = 'absent'
      AND LEFT(m.once_key, CHAR_LENGTH(CONCAT('absent:', :today, ':'))) = CONCAT('absent:', :today, ':'))`,
    read: (stored: unknown) => Number(stored) === 1,
  },
}

/** Who of a section (public id) is marked absent today, to be looked at before their families are told; nobody of a section that is not marked. */
export function listAbsentToday({ schoolId }: SchoolScope, section: string, today: string) {
  return selectRows(
    absent,
    `FROM sections t JOIN attendance_sheets h ON h.school_id = t.school_id AND h.section_id = t.id JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id AND a.status = 'absent'
     JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id AND s.status = 'active'
     WHERE t.school_id = :schoolId AND t.public_id = :section AND h.held_on = :today ORDER BY s.last_name, s.first_name, s.id`,
    { schoolId, section, today },
  )
}

/**
 * Tells the families of these students (public ids) that they are absent today: once a student and day, whoever presses how often. Refuses
 * `changed` where one of them is not marked absent any more; nobody is told then.
 */
export function tellAbsent(
  scope: SchoolScope,
  section: string,
  publicIds: readonly string[],
  today: string,
): Promise<Outcome<number, 'changed'>> {
  return inTransaction(async () => {
    // Whoever corrects the register comes before or after.
    const locked = await selectRow(
      { id: number('t.id') },
      'FROM sections t WHERE t.school_id = :schoolId AND t.public_id = :section FOR UPDATE',
      { schoolId: scope.schoolId, section },
    )
    if (!locked) return refused('changed')
    const now = await listAbsentToday(scope, section, today)
    const chosen = now.filter(({ publicId }) => publicIds.includes(publicId))
    if (chosen.length < new Set(publicIds).size) return refused('changed')
    let told = 0
    for (const { studentId } of chosen) {
      const onceKey = `absent:${today}:${studentId}`
      told += await tellFamily(scope, { event: 'absent', studentId, values: { date: today }, onceKey })
    }
    const details = { students: chosen.length, messages: told, on: today }
    await recordAudit(scope, { action: 'attendance.told', subject: { kind: 'section', id: locked.id }, details })
    return done(told)
  })
}
