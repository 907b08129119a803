import { type FileLine, readMarksFile } from '~/models/exams/marks-file-rules'
import type { GridRow } from '~/models/exams/marks-grid.server'
import { readMarksSheet } from '~/models/exams/read-marks-sheet.server'
import type { UploadedFile } from '~/routes/school+/_shell+/__import-upload.server'

export interface MarksPreview {
  fileName: string
  /** Wrong lines, then those that would change something. */
  wrong: FileLine[]
  changes: FileLine[]
  unchanged: number
}

export interface UploadAnswer {
  status: 'success' | 'error'
  message: string | null
  preview: MarksPreview | null
}

const troubles = {
  'no-heading': 'The file needs a line with the headings Enrollment number (or Roll number) and Marks',
  'no-rows': 'No line of the file has marks',
}

/** What a file of marks would do, or in words why it cannot be read. Nothing is stored. */
export async function previewOfFile(
  file: UploadedFile | 'too-large' | null,
  students: readonly GridRow[],
  maxMarks: number,
): Promise<MarksPreview | string> {
  if (file === null) return 'Choose a file'
  if (file === 'too-large') return 'The file is larger than 10 MB'
  const sheet = await readMarksSheet(file.bytes)
  if (!sheet.ok) return sheet.problem
  const read = readMarksFile(sheet.rows, students, maxMarks)
  if (!read.ok) return troubles[read.trouble]
  const good = read.lines.filter((line) => line.problem === null)
  return {
    fileName: file.name,
    wrong: read.lines.filter((line) => line.problem !== null),
    changes: good.filter((line) => line.before !== line.after),
    unchanged: good.filter((line) => line.before === line.after).length,
  }
}
