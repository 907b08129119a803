import type { ReactNode } from 'react'

export type WeekPeriod = { name: string; slot: string; isBreak: boolean }

export type WeekRow = {
  /** 1 Monday … 6 Saturday */
  day: number
  name: string
  /** Said beside the name of the day that it is today. */
  today?: string
  /** Said instead of the periods of a day on which nothing is taught. */
  free?: string
}

type WeekTableProps = {
  /** Read by screen readers only: the page shows a heading. */
  caption: string
  /** Over the names of the days. */
  dayLabel: string
  periods: readonly WeekPeriod[]
  days: readonly WeekRow[]
  /** What is taught on a day (its place in `days`) in a period (its place in `periods`). */
  cell: (day: number, period: number) => ReactNode
}

/**
 * A week: a row a day, a column a period. On a phone and wherever there is no room for ten columns each day is a card with a list of
 * its periods, today's first; the same markup, so that it reads well without the stylesheet and on paper too.
 */
export function WeekTable({ caption, dayLabel, periods, days, cell }: WeekTableProps) {
  // Too many columns may have to be scrolled sideways on a small desk, then by the keyboard too.
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
              {periods.map((period, place) => (
                <td key={period.slot} data-label={period.slot} className={period.isBreak ? 'rest' : undefined}>
                  {day.free && period.isBreak ? null : period.isBreak ? period.name : cell(index, place)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A time that may break after its dash, where a column is narrow. */
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
