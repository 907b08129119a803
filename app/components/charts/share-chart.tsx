import { useCallback } from 'react'
import { ChartFrame } from './chart-frame'
import type { ShareData } from './draw-panels'

type ShareChartProps = {
  label: string
  /** In a view box of 120: how long the stroke of the whole ring and that of the first part are. */
  geometry: { around: number; first: number }
  /** Stands in the middle: the share of the first part. */
  middle: string
  /** The two parts, as words with their amounts. */
  parts: ReadonlyArray<{ name: string; text: string }>
  data: ShareData
}

/** A whole of two parts as a ring, its parts named beside it, drawn by the server. A table belongs behind it. */
export function ShareChart({ label, geometry, middle, parts, data }: ShareChartProps) {
  const draw = useCallback(async () => {
    const { drawShares } = await import('./draw-panels')
    return (canvas: HTMLCanvasElement) => drawShares(canvas, data)
  }, [data])
  const { around, first } = geometry
  return (
    <div className="shares">
      <ChartFrame label={label} draw={draw}>
        <svg width="140" height="140" viewBox="0 0 120 120" role="img" aria-label={label}>
          <g fill="none" strokeWidth="18" transform="rotate(-90 60 60)">
            <circle className="share-1" cx="60" cy="60" r="48" />
            <circle className="share-0" cx="60" cy="60" r="48" strokeDasharray={`${first} ${around}`} />
          </g>
          <text className="chart-value" x="60" y="67" textAnchor="middle">
            {middle}
          </text>
        </svg>
      </ChartFrame>
      <ul className="chart-keys">
        {parts.map((part, index) => (
          <li key={part.name} className={`chart-key chart-key-${index}`}>
            {part.name} <strong>{part.text}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
