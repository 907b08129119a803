import {
  day,
  editColumns,
  foreign,
  instant,
  marks,
  orNull,
  table,
  thingColumns,
  time,
  withDefault,
} from '~/kit/tables/table.server'
import { examForm, paperForm } from './exam-fields'

const { version, createdAt, updatedAt } = editColumns
const { name, type, startsOn, endsOn, description } = examForm.fields

/** Exam of one class in one session. Students see its results from `publishedAt` on. */
export const Exam = table('exams', {
  ...thingColumns,
  academicSessionId: foreign,
  classId: foreign,
  name,
  type,
  startsOn,
  endsOn,
  description,
  publishedAt: withDefault(orNull(instant)),
  version,
  createdAt,
  updatedAt,
})

/** Paper of one subject in an exam. Times are `HH:MM`, both or neither. */
export const ExamPaper = table('exam_papers', {
  ...thingColumns,
  examId: foreign,
  subjectId: foreign,
  heldOn: day,
  startTime: orNull(time),
  endTime: orNull(time),
  maxMarks: marks,
  passMarks: orNull(marks),
  roomNo: paperForm.fields.roomNo,
  version,
  createdAt,
  updatedAt,
})
