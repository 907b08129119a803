import { type ReactNode, useCallback } from 'react'
import type { LineData, RowData, ShareData } from './draw-panels'
import { useCanvas } from './use-canvas'

/** What is drawn by which function of `draw-panels`. */
type Drawn =
  | { draw: 'drawLine'; data: LineData }
  | { draw: 'drawRows'; data: RowData }
  | { draw: 'drawShares'; data: ShareData }

type ChartFrameProps = Drawn & {
  /** What the chart says, for who does not see it. */
  label: string
  /** The server's drawing. It keeps its place under the canvas, so that nothing on the page moves. */
  children: ReactNode
}

/** A drawing of the server and the canvas that covers it once Chart.js is here. A table belongs behind it. */
export function ChartFrame({ label, draw, data, children }: ChartFrameProps) {
  const begin = useCallback(async () => {
    const panels = await import('./draw-panels')
    return (canvas: HTMLCanvasElement) => panels[draw](canvas, data as never)
  }, [draw, data])
  const { canvas, isDrawn } = useCanvas(begin)
  return (
    <div className="chart-box">
      <div className={isDrawn ? 'chart-under' : undefined}>{children}</div>
      <div className="chart-over" hidden={!isDrawn}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
    </div>
  )
}
