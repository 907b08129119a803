import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { readShapes } from '~/models/core/shared/row-shapes.server'
import { beginRemoval, changeRows, writeSealed } from '~/models/entry/retention/seal-removed.server'
import { insert } from './insert'
import { readRow } from './read'
import type { MadeSchool, MadeStaff } from './school'
import { type MadeStudent, makeStudent, type StudentFacts } from './student'

/** Creates a student who left the school on a day (`YYYY-MM-DD`) without a balance due. */
export async function makeFormerStudent(
  school: MadeSchool,
  leftOn: string,
  facts: Partial<StudentFacts> = {},
): Promise<MadeStudent> {
  const student = await makeStudent(school, facts)
  await execute(
    "UPDATE students SET status = 'left', left_on = :leftOn, leaving_reason = 'Family moved to Surat' WHERE id = :id",
    { leftOn, id: student.id },
  )
  return student
}

export async function makeHold(student: MadeStudent, reason = 'A court asks for the papers'): Promise<void> {
  await insert('retention_holds', {
    student_id: student.id,
    school_id: student.schoolId,
    reason,
    held_by_name: 'Meenakshi Joshi',
    held_on: todayInIndia(new Date()),
  })
}

/**
 * Creates a run requested by this owner and not yet confirmed by a second one; withdrawn if the school already has an
 * open run.
 */
export async function makeRun(owner: Pick<MadeStaff, 'id' | 'name' | 'scope'>): Promise<string> {
  const { schoolId } = owner.scope
  const open = await readRow('SELECT id FROM retention_runs WHERE school_id = :schoolId AND is_open = 1', { schoolId })
  const publicId = newPublicId()
  await insert('retention_runs', {
    public_id: publicId,
    school_id: schoolId,
    state: open ? 'withdrawn' : 'asked',
    plan: '{}',
    asked_by: owner.id,
    asked_by_name: owner.name,
    asked_at: new Date(),
  })
  return publicId
}

/**
 * Creates a student who left today, and a run that has removed the student's contact details, which can be restored;
 * returns the public ids of the run and the student.
 */
export async function makeRemoved(
  school: MadeSchool,
  owner: Pick<MadeStaff, 'id' | 'name' | 'scope'>,
): Promise<{ run: string; student: string }> {
  const today = todayInIndia(new Date())
  const student = await makeFormerStudent(school, today)
  const publicId = newPublicId()
  const runId = await insert('retention_runs', {
    public_id: publicId,
    school_id: school.id,
    state: 'done',
    plan: '{}',
    asked_by: owner.id,
    asked_by_name: owner.name,
    asked_at: new Date(),
    confirmed_by: owner.id,
    confirmed_by_name: owner.name,
    confirmed_at: new Date(),
    finished_at: new Date(),
  })
  await insert('retention_removals', {
    school_id: school.id,
    run_id: runId,
    class_key: 'contact',
    student_id: student.id,
    removed_on: today,
  })
  const shapes = await readShapes()
  await inTransaction(async () => {
    const removal = beginRemoval(owner.scope, { id: runId }, 'contact', shapes)
    await changeRows(removal, { table: 'students', where: 't.id = :id', values: { id: student.id } }, [
      ['mobile_number', "''"],
      ['email', 'NULL'],
    ])
    await writeSealed(removal)
  })
  return { run: publicId, student: student.publicId }
}
