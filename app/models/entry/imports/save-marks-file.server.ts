import { randomUUID } from 'node:crypto'
import { inTransaction, lockRows, number, selectRow, selectRows } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockExam } from '~/models/learning/exams/exam-queries.server'
import { type SaveMarks, saveMarksStep } from '~/models/learning/exams/marks/save-marks.server'
import { Import } from './tables.server'
import { beginTrace } from './undo/trace.server'

/**
 * Enters the marks of a file as `saveMarksStep` does, and records the file in the history of imports, where it can be
 * undone. A file that changes nothing is not recorded. `about`: exam, class and subject, for the page of the import.
 */
export function saveMarksFile(scope: SchoolScope, input: SaveMarks, file: { name: string; about: string }) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Locks in the order of `saveMarksStep`. Until the end of the transaction, only this file changes the marks.
    await lockExam(scope, input.exam, 'together')
    const ofPaper = { schoolId, paper: input.paper }
    await lockRows('FROM exam_papers WHERE school_id = :schoolId AND public_id = :paper', ofPaper)
    const paper = await selectRow(
      { id: number('p.id') },
      'FROM exam_papers p WHERE p.school_id = :schoolId AND p.public_id = :paper',
      ofPaper,
    )
    const before = await marksOf(scope, paper?.id ?? 0)
    const endTrace = await beginTrace(scope, { marks: before })
    const outcome = await saveMarksStep(scope, input)
    if (!outcome.ok || outcome.value.saved === 0) return outcome
    const { rows, saved } = outcome.value
    const newRows = rows.filter(({ state, seen }) => state === 'saved' && seen === '').length
    const { id } = await Import.create({
      publicId: newPublicId(),
      schoolId,
      kind: 'marks',
      state: 'done',
      fileName: file.name.slice(0, maxFileName),
      notes: [file.about],
      totalRows: rows.length,
      rowsDone: rows.length,
      newRows,
      changedRows: saved - newRows,
      unchangedRows: rows.filter(({ state }) => state === 'unchanged').length,
      startedBy: scope.actor.id,
      startedByName: scope.actor.name,
      formKey: randomUUID(),
      finishedAt: new Date(),
    })
    const known = new Set(before)
    const marks = (await marksOf(scope, paper?.id ?? 0)).filter((one) => !known.has(one))
    await endTrace(id, { ok: true, marks, paper: paper?.id })
    return outcome
  })
}

const maxFileName = 160

async function marksOf({ schoolId }: SchoolScope, paper: number): Promise<number[]> {
  const rows = await selectRows(
    { id: number('t.id') },
    'FROM exam_marks t WHERE t.school_id = :schoolId AND t.paper_id = :paper',
    { schoolId, paper },
  )
  return rows.map(({ id }) => id)
}
