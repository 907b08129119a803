import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { tellFamily } from './tell-family.server'

const absent = {
  publicId: text('s.public_id'),
  studentId: number('s.id'),
  name: text("CONCAT(s.first_name, ' ', s.last_name)"),
  isTold: {
    sql: `EXISTS (SELECT 1 FROM outgoing_messages m WHERE m.school_id = s.school_id AND m.student_id = s.id AND m.event = 'absent'
      AND LEFT(m.once_key, CHAR_LENGTH(CONCAT('absent:', :today, ':'))) = CONCAT('absent:', :today, ':'))`,
    read: (stored: unknown) => Number(stored) === 1,
  },
}

/** Who of a section is marked absent today, to be looked at before their families are told; nobody of a section that is not marked. */
export function listAbsentToday({ schoolId }: SchoolScope, sectionId: number, today: string) {
  return selectRows(
    absent,
    `FROM attendance_sheets h JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id AND a.status = 'absent'
     JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id AND s.status = 'active'
     WHERE h.school_id = :schoolId AND h.section_id = :sectionId AND h.held_on = :today ORDER BY s.last_name, s.first_name, s.id`,
    { schoolId, sectionId, today },
  )
}

/**
 * Tells the families of these students (public ids) that they are absent today: once a student and day, whoever presses how often. Refuses
 * `changed` where one of them is not marked absent any more; nobody is told then.
 */
export function tellAbsent(
  scope: SchoolScope,
  sectionId: number,
  publicIds: readonly string[],
  today: string,
): Promise<Outcome<number, 'changed'>> {
  return inTransaction(async () => {
    // Whoever corrects the register comes before or after.
    await selectRow(
      { id: number('t.id') },
      'FROM sections t WHERE t.school_id = :schoolId AND t.id = :sectionId FOR UPDATE',
      {
        schoolId: scope.schoolId,
        sectionId,
      },
    )
    const now = await listAbsentToday(scope, sectionId, today)
    const chosen = now.filter(({ publicId }) => publicIds.includes(publicId))
    if (chosen.length < new Set(publicIds).size) return refused('changed')
    let told = 0
    for (const { studentId } of chosen) {
      const onceKey = `absent:${today}:${studentId}`
      told += await tellFamily(scope, { event: 'absent', studentId, values: { date: today }, onceKey })
    }
    const details = { students: chosen.length, messages: told, on: today }
    await recordAudit(scope, { action: 'attendance.told', subject: { kind: 'section', id: sectionId }, details })
    return done(told)
  })
}
