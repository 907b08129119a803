import type { ColumnChoice, ColumnSpec } from '../columns'

const grNumber = 'gr_number'
const scholarNumber = 'scholar_number'

/**
 * Columns of files from other programs: the number in the General Register (Gujarat, Maharashtra) and in the scholar
 * register (S.R., Rajasthan and Uttar Pradesh). Our own file has "Admission number" and "SR number". Must come after
 * the older columns: stored rows refer to columns by position.
 */
export const registerNumberColumns: readonly ColumnSpec[] = [
  { key: grNumber, label: 'G.R. number', example: '', isOnlyRead: true },
  { key: scholarNumber, label: 'Scholar number', example: '', isOnlyRead: true },
]

/**
 * Decides which fields the number columns of a student file fill; one column may fill two. The G.R., S.R. or scholar
 * number is the admission number. If the file has an admission number too, an S.R. or scholar number is the SR number,
 * and a G.R. number is the enrollment number or, if the file has that too, the SR number. Without an enrollment number,
 * the admission number fills that field too. "SR number" beside an enrollment number is a column of our own export and
 * keeps its meaning.
 */
export function withNumberColumns(choice: ColumnChoice): ColumnChoice {
  const { [grNumber]: gr, [scholarNumber]: scholar, ...fields } = choice
  const fill = (field: string, column: number | undefined) => {
    if (column !== undefined && !(field in fields)) fields[field] = column
  }
  if ('admission_number' in fields) {
    fill('sr_no', scholar)
    fill('enrollment_number' in fields ? 'sr_no' : 'enrollment_number', gr)
  } else {
    const own = 'enrollment_number' in fields ? undefined : fields.sr_no
    const register = gr ?? scholar ?? own
    if (register !== undefined && register === own) delete fields.sr_no
    fill('admission_number', register)
    fill('sr_no', register === scholar ? undefined : scholar)
  }
  fill('enrollment_number', fields.admission_number)
  return fields
}
