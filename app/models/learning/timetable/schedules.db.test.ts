import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currentSession, makeAcademicSession, makeClass, makeSection } from '../../../../tests/factories/academics'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeSubject, makeTeacher } from '../../../../tests/factories/teaching'
import { hourMs } from '../../../../tests/setup/slowness'
import { steadily } from '../../../../tests/setup/steadily'
import { copyTimetable } from './copy-timetable.server'
import { createEntry, deleteEntry, updateEntry } from './entries.server'
import { type Weekday, weekdays } from './options'
import { startPeriods } from './periods.server'
import { findEntry, listLessons, periodsOfTeacher, teachersInSlot } from './queries.server'

/** Number of random schedules. Run more with SCHEDULES=500 npx vitest run … */
const scheduleCount = Number(process.env.SCHEDULES ?? 12)

const step = fc.record({
  action: fc.constantFrom('create', 'create', 'create', 'edit', 'edit', 'delete', 'copy'),
  rowIndex: fc.nat(50),
  session: fc.nat(1),
  section: fc.nat(2),
  teacher: fc.option(fc.nat(2)),
  room: fc.option(fc.constantFrom('1', 'Lab', 'LAB', 'Lábs', 'labs')),
  period: fc.constantFrom('08:00', '09:00'),
  days: fc.subarray([...weekdays], { minLength: 1, maxLength: 3 }),
})

async function makeTimetableSchool() {
  const school = await makeSchool()
  const sessions = [await currentSession(school), await makeAcademicSession(school, { startYear: 2010 })]
  const ofClass = await makeClass(school)
  const sections = [
    await makeSection(ofClass),
    await makeSection(ofClass, { name: 'B' }),
    await makeSection(ofClass, { name: 'C' }),
  ]
  const subject = await makeSubject(school, { classes: [ofClass] })
  const teachers = [
    await makeTeacher(school),
    await makeTeacher(school),
    await makeTeacher(school, { status: 'inactive' }),
  ]
  await startPeriods(school.scope)
  return { school, scope: school.scope, sessions, sections, subject, teachers }
}

/** Reads the whole timetable, entries and days. */
async function stage(schoolId: number) {
  return readRows<{
    publicId: string
    day: number
    sessionId: number
    periodId: number
    sectionId: number
    teacherId: number | null
    roomNo: string | null
  }>(
    `SELECT x.public_id AS publicId, d.day, x.academic_session_id AS sessionId, x.period_id AS periodId,
       x.section_id AS sectionId, x.teacher_id AS teacherId, LOWER(x.room_no) AS roomNo
     FROM timetable_entries x LEFT JOIN timetable_days d ON d.entry_id = x.id AND d.section_id = x.section_id
       AND d.period_id = x.period_id AND d.academic_session_id = x.academic_session_id
       AND d.teacher_id <=> x.teacher_id AND d.room_no <=> x.room_no
     WHERE x.school_id = :schoolId ORDER BY x.id, d.day`,
    { schoolId },
  )
}

type TimetableSchool = Awaited<ReturnType<typeof makeTimetableSchool>>

/** Compares the lessons that the pages read in both sessions with the stored days. */
async function expectReads({ school, scope, sessions, sections, teachers }: TimetableSchool): Promise<void> {
  const stored = await stage(school.id)
  const count = (list: typeof stored, of: Partial<(typeof stored)[number]>) =>
    list.filter((row) => Object.entries(of).every(([name, value]) => row[name as keyof typeof row] === value)).length
  for (const { id, publicId } of teachers)
    expect(await periodsOfTeacher(scope, publicId)).toBe(count(stored, { teacherId: id, sessionId: sessions[0]?.id }))
  for (const { id, publicId } of sessions) {
    const own = stored.filter((row) => row.sessionId === id)
    const listed = (filters: { section?: string; teacher?: string }) =>
      listLessons(scope, { session: publicId, section: '', teacher: '', ...filters })
    expect(await listed({})).toHaveLength(own.length)
    for (const section of sections)
      expect(await listed({ section: section.publicId })).toHaveLength(count(own, { sectionId: section.id }))
    for (const teacher of teachers)
      expect(await listed({ teacher: teacher.publicId })).toHaveLength(count(own, { teacherId: teacher.id }))
    for (const day of weekdays) {
      const inSlot = await teachersInSlot(scope, { session: publicId, day, startsAt: '08:00' })
      for (const { publicId, lessons } of inSlot) {
        const teacher = teachers.find((one) => one.publicId === publicId)
        expect(lessons).toBe(count(own, { teacherId: teacher?.id, day }))
      }
    }
  }
}

it('never books a section, teacher or room twice in one slot, after any series of changes', { timeout: hourMs }, () =>
  steadily(async (report) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        report('a schedule')
        const made = await makeTimetableSchool()
        const { school, scope, sessions, sections, subject, teachers } = made
        for (const { action, rowIndex, session, section, teacher, room, period, days } of steps) {
          const before = await stage(school.id)
          const some = before[rowIndex % Math.max(1, before.length)]?.publicId ?? 'bbbbbbbbbbbb'
          const fields = {
            subjectPublicId: subject.publicId,
            teacherPublicId: teacher === null ? null : (teachers[teacher]?.publicId ?? null),
            roomNo: room,
            startsAt: period,
            days: days.map((day) => String(day) as `${Weekday}`),
          }
          const [here, there] = [sessions[session]?.publicId ?? '', sessions[1 - session]?.publicId ?? '']
          const outcome =
            action === 'create'
              ? await createEntry(scope, { section: sections[section]?.publicId ?? '', session: here }, fields)
              : action === 'edit'
                ? await updateEntry(scope, some, (await findEntry(scope, some))?.version ?? 0, fields)
                : action === 'delete'
                  ? await deleteEntry(scope, some)
                  : await copyTimetable(scope, { from: here, to: there })
          const after = await stage(school.id)
          if (!outcome.ok) expect(after).toEqual(before)
          // Every entry has days, and each day matches its entry.
          expect(after.filter((row) => row.day === null)).toEqual([])
          for (const resource of ['sectionId', 'teacherId', 'roomNo'] as const) {
            const slots = after
              .filter((row) => row[resource] !== null)
              .map((row) => `${row[resource]} ${row.sessionId} ${row.day} ${row.periodId}`)
            expect(slots.length, resource).toBe(new Set(slots).size)
          }
        }
        await expectReads(made)
      }),
      { numRuns: scheduleCount },
    )
  }),
)
