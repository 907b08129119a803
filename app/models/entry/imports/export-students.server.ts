import { type Selection, selectRows, text } from '~/database/database.server'
import type { Page } from '~/kit/tables/select-page.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listStudents } from '~/models/people/academics/list-students.server'
import {
  isSealed,
  readableColumns,
  storedText,
  studentFields,
  studentsWithFields,
} from '~/models/people/students/describe/sections.server'
import { shownAadhaar } from '~/models/people/students/rules'
import { writeLargeXlsx } from '~/services/spreadsheets/write-large-xlsx.server'
import { isFullName } from './kinds/field-reader'
import { importedStudentColumns, tableOfField } from './kinds/students/student-columns'

const groupNames: Record<string, string> = {
  students: 'Student',
  guardians: 'Parents and guardian',
  student_addresses: 'Address',
  academic_infos: 'Academic details',
  additional_infos: 'Additional details',
}

/** All columns of the full student list, with the group of their checkbox. The headings are those of the import. */
export const exportColumns = importedStudentColumns
  .filter((column) => !isFullName(column) && !column.isOnlyRead)
  .map(({ key, label }) => ({ key, label, group: groupNames[tableOfField.get(key) ?? ''] ?? 'Class' }))

/**
 * Lists students with all stored fields in the format of the import, so that an export can be imported again. Aadhaar
 * numbers are reduced to the last four digits.
 */
export async function listWholeStudents(
  scope: SchoolScope,
  ...query: [Parameters<typeof listStudents>[1], Parameters<typeof listStudents>[2]]
): Promise<Page<Partial<Record<string, string>>>> {
  const page = await listStudents(scope, ...query)
  const publicIds = page.rows.map((row) => row.publicId)
  const facts = publicIds.length === 0 ? [] : await readFacts(scope, publicIds)
  const factsOf = new Map(facts.map(({ publicId, ...values }) => [publicId, values]))
  const rows = page.rows.map(({ publicId, className, sectionName, rollNumber }) => ({
    ...Object.fromEntries([...tableOfField.keys()].map((key) => [key, textOf(key, factsOf.get(publicId) ?? {})])),
    class: className ?? '',
    section: sectionName ?? '',
    roll_number: storedText(rollNumber) ?? '',
  }))
  return { ...page, rows }
}

export function workbookOfStudents(
  rows: ReadonlyArray<readonly string[]>,
  columns: ReadonlyArray<(typeof exportColumns)[number]>,
): Promise<Uint8Array> {
  return writeLargeXlsx([{ name: 'Students', rows: [columns.map(({ label }) => label), ...rows] }])
}

const fileColumns: Selection<{ publicId: string } & Record<string, string | number | null>> = {
  publicId: text('students.public_id'),
  ...readableColumns,
}

function readFacts({ schoolId }: SchoolScope, publicIds: readonly string[]) {
  return selectRows(
    fileColumns,
    `FROM ${studentsWithFields} WHERE students.school_id = :schoolId AND students.public_id IN (:publicIds)`,
    { schoolId, publicIds: [...publicIds] },
  )
}

function textOf(key: string, values: Record<string, string | number | null>): string {
  if (isSealed(key)) {
    const end = values[`${key}_end`]
    return end ? shownAadhaar(String(end)) : ''
  }
  const stored = storedText(values[key]) ?? ''
  return studentFields[key]?.kind === 'tick' ? (stored === '1' ? 'Yes' : 'No') : stored
}
