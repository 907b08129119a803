import { useCallback } from 'react'
import { ChartFrame } from './chart-frame'
import type { RowData } from './draw-panels'

export interface ChartRow {
  key: string
  name: string
  /** The number in words: stands beside the name, so that the colour says nothing alone. */
  text: string
  note: string
  /** Percent of the width. */
  length: number
  /** Which colour of the stylesheet: `near-week` and so on. */
  tone: string
}

type RowChartProps = { label: string; rows: readonly ChartRow[]; data: RowData }

/** Lying bars with their names above them, drawn by the server. A table belongs behind it. */
export function RowChart({ label, rows, data }: RowChartProps) {
  const draw = useCallback(async () => {
    const { drawRows } = await import('./draw-panels')
    return (canvas: HTMLCanvasElement) => drawRows(canvas, data)
  }, [data])
  return (
    <ChartFrame label={label} draw={draw}>
      <ul className="bars">
        {rows.map((row) => (
          <li key={row.key}>
            <p>
              <span>{row.name}</span>
              <strong>{row.text}</strong>
            </p>
            <svg width="100%" height="12" aria-hidden="true">
              <rect className={`near-${row.tone}`} width={`${row.length}%`} height="12" rx="3" />
            </svg>
            <p className="small soft">{row.note}</p>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
