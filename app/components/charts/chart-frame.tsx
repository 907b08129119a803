import type { ReactNode } from 'react'
import { type Draw, useCanvas } from './use-canvas'

type ChartFrameProps = {
  /** What the chart says, for who does not see it. */
  label: string
  draw: Draw
  /** The server's drawing. It keeps its place under the canvas, so that nothing on the page moves. */
  children: ReactNode
}

/** A drawing of the server and the canvas that covers it once Chart.js is here. */
export function ChartFrame({ label, draw, children }: ChartFrameProps) {
  const { canvas, isDrawn } = useCanvas(draw)
  return (
    <div className="chart-box">
      <div className={isDrawn ? 'chart-under' : undefined}>{children}</div>
      <div className="chart-over" hidden={!isDrawn}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
    </div>
  )
}
