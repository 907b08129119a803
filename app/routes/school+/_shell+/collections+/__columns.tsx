import type { ListColumn } from '~/kit/pages/list'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'

type OfStudent = { studentName: string; enrollmentNumber: string }

/** Columns of a student with the enrollment number: one on the page, two in the file. */
export function studentColumns<Row extends OfStudent, Sort extends string>(
  hrefOf: (row: Row, mayAdd: boolean) => string | null,
  more: Pick<ListColumn<Row, Sort>, 'sort' | 'role'> = {},
): ListColumn<Row, Sort>[] {
  return [
    {
      label: 'Student',
      role: 'title',
      ...more,
      value: (row) => row.studentName,
      cell: (row, mayAdd) => {
        const href = hrefOf(row, mayAdd)
        return (
          <>
            {href ? <a href={href}>{row.studentName}</a> : row.studentName}{' '}
            <span className="soft small">{row.enrollmentNumber}</span>
          </>
        )
      },
    },
    { label: 'Enrollment number', only: 'file', value: (row) => row.enrollmentNumber },
  ]
}

/** Day of an instant in IST on the page, with its time in the file. */
export function dayColumn<Row, Sort extends string>(
  label: string,
  at: (row: Row) => Date,
  rest: { sort?: Sort; newestFirst?: true } = {},
): ListColumn<Row, Sort> {
  return {
    label,
    align: 'nowrap',
    value: (row) => formatInstant(at(row), 'en'),
    cell: (row) => formatDay(todayInIndia(new Date(at(row))), 'en'),
    ...rest,
  }
}

/** Amount as money on the page, and as a number of rupees in the file. */
export function amountColumns<Row, Sort extends string>(
  paise: (row: Row) => number,
  sort: Sort,
): ListColumn<Row, Sort>[] {
  const money = (row: Row) => formatPaise(paise(row), { style: 'exact' })
  return [
    { label: 'Amount', align: 'end', sort, only: 'page', value: money },
    { label: 'Amount (₹)', only: 'file', value: (row) => paise(row) / 100 },
  ]
}
