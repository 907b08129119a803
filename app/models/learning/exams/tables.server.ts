import { column, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { examForm, paperForm } from './exam-fields'

const { version, createdAt, updatedAt } = editColumns
const { name, type, startsOn, endsOn, description } = examForm.fields

/** Exam of one class in one session. Students see its results from `publishedAt` on. */
export const Exam = table('exams', {
  ...thingColumns,
  academicSessionId: column.foreign,
  classId: column.foreign,
  name,
  type,
  startsOn,
  endsOn,
  description,
  publishedAt: withDefault(orNull(column.instant)),
  version,
  createdAt,
  updatedAt,
})

/** Paper of one subject in an exam. Times are `HH:MM`, both or neither. */
export const ExamPaper = table('exam_papers', {
  ...thingColumns,
  examId: column.foreign,
  subjectId: column.foreign,
  heldOn: column.day,
  startTime: orNull(column.time),
  endTime: orNull(column.time),
  maxMarks: column.marks,
  passMarks: orNull(column.marks),
  roomNo: paperForm.fields.roomNo,
  version,
  createdAt,
  updatedAt,
})
