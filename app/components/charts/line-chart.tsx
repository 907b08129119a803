import { useCallback } from 'react'
import { ChartFrame } from './chart-frame'
import type { LineData } from './draw-panels'
import type { LineGeometry } from './line-geometry.server'

type LineChartProps = {
  /** What the chart says, for who does not see it. */
  label: string
  geometry: LineGeometry
  /** The first and the last day that the chart covers. */
  ends: readonly [string, string]
  /** The same numbers for the chart that replaces the drawing. */
  data: LineData
}

/** Percentages over days, drawn by the server with the newest one beside its point. A table belongs behind it. */
export function LineChart({ label, geometry, ends, data }: LineChartProps) {
  const draw = useCallback(async () => {
    const { drawLine } = await import('./draw-panels')
    return (canvas: HTMLCanvasElement) => drawLine(canvas, data)
  }, [data])
  const { height, top, field, points, ticks, last } = geometry
  return (
    <ChartFrame label={label} draw={draw}>
      <svg className="plot" width="100%" height={height} role="img" aria-label={label}>
        {ticks.map(({ value, y }) => (
          <g key={value}>
            <line className="chart-line" x1="0" x2="100%" y1={y} y2={y} />
            <text className="chart-text" x="0" y={y - 4}>
              {value}%
            </text>
          </g>
        ))}
        <svg
          y={top}
          width="100%"
          height={field}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
        >
          <polyline className="chart-trend" fill="none" points={points} />
        </svg>
        <circle className="chart-dot" cx={`${last.x}%`} cy={last.y} r="5" />
        <text className="chart-value" x={`${last.x}%`} y={last.y - 12} textAnchor={last.x > 80 ? 'end' : 'middle'}>
          {last.value}%
        </text>
        <text className="chart-text" x="0" y={height - 6}>
          {ends[0]}
        </text>
        <text className="chart-text" x="100%" y={height - 6} textAnchor="end">
          {ends[1]}
        </text>
      </svg>
    </ChartFrame>
  )
}
