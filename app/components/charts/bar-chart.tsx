import { useCallback } from 'react'
import type { BarGeometry } from './bar-geometry.server'
import type { BarData } from './draw-bars'
import { useCanvas } from './use-canvas'

type BarChartProps = {
  /** Text alternative: the main message of the chart. */
  label: string
  geometry: BarGeometry
  /** Numbers of `geometry` for Chart.js, which replaces the server's drawing once scripts run. */
  data: BarData
}

/**
 * Bar chart, stacked or grouped, drawn by the server; the page must also have a table with the same numbers. Once the
 * page is usable, Chart.js (a chunk only chart pages load) replaces the drawing; if loading fails, the drawing stays.
 */
export function BarChart({ label, geometry, data }: BarChartProps) {
  const draw = useCallback(async () => {
    const { drawBars } = await import('./draw-bars')
    return (canvas: HTMLCanvasElement) => drawBars(canvas, data)
  }, [data])
  const { canvas, isDrawn } = useCanvas(draw)
  return (
    <figure className="chart">
      <ul className="chart-keys">
        {data.series.map((name, index) => (
          <li key={name} className={`chart-key chart-key-${index}`}>
            {name}
          </li>
        ))}
      </ul>
      <div className="chart-canvas" hidden={!isDrawn}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      {isDrawn ? null : <Drawing label={label} geometry={geometry} />}
    </figure>
  )
}

function Drawing({ label, geometry }: { label: string; geometry: BarGeometry }) {
  const { width, height, left, baseline, ticks, columns } = geometry
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick.y}>
          <line className="chart-line" x1={left} x2={width} y1={tick.y} y2={tick.y} />
          <text className="chart-text" x={left - 8} y={tick.y + 4} textAnchor="end">
            {tick.text}
          </text>
        </g>
      ))}
      {columns.map((column) => (
        <g key={column.label}>
          {column.parts.map((part) => (
            <rect
              key={part.series}
              className={`chart-bar-${part.series}`}
              x={part.x}
              y={part.y}
              width={part.width}
              height={part.height}
            />
          ))}
          <text className="chart-text" x={column.middle} y={baseline + 20} textAnchor="middle">
            {column.label}
          </text>
        </g>
      ))}
    </svg>
  )
}
