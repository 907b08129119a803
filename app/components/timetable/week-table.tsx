import type { ReactNode } from 'react'

export type WeekPeriod = { name: string; slot: string; isBreak: boolean }

export type WeekRow = {
  /** 1 Monday … 6 Saturday */
  day: number
  name: string
  /** Badge beside the day name if it is today. */
  today?: string
  /** Shown instead of the periods on a day without lessons. */
  free?: string
}

type WeekTableProps = {
  /** For screen readers only: the page shows a heading. */
  caption: string
  dayLabel: string
  periods: readonly WeekPeriod[]
  days: readonly WeekRow[]
  /** Content of a cell by the indexes in `days` and `periods`. */
  cell: (day: number, period: number) => ReactNode
}

/**
 * Week with a row per day and a column per period. In narrow windows each day becomes a card, with today's first. The
 * markup stays the same, so that the table reads well on paper and without the stylesheet.
 */
export function WeekTable({ caption, dayLabel, periods, days, cell }: WeekTableProps) {
  // Many columns may scroll sideways, so the region must be focusable for keyboard users.
  const mayScroll = periods.length > 9 ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {}
  return (
    <div className="week-box" {...mayScroll}>
      <table className="week">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{dayLabel}</th>
            {periods.map((period) => (
              <th key={period.slot} scope="col" className={period.isBreak ? 'rest' : undefined}>
                {period.name} <span>{slotWords(period.slot)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day.day} id={`day-${day.day}`} className={day.today ? 'today' : undefined}>
              <th scope="row">
                {day.name} {day.today ? <span className="badge info">{day.today}</span> : null}
                {day.free ? <span>{day.free}</span> : null}
              </th>
              {periods.map((period, periodIndex) => (
                <td key={period.slot} data-label={period.slot} className={period.isBreak ? 'rest' : undefined}>
                  {day.free && period.isBreak ? null : period.isBreak ? period.name : cell(index, periodIndex)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Allows a line break after the dash of a time, for narrow columns. */
function slotWords(slot: string): ReactNode {
  const [start, end] = slot.split('-')
  return (
    <>
      {`${start}-`}
      <wbr />
      {end}
    </>
  )
}
