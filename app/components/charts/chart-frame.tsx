import { type ReactNode, useCallback } from 'react'
import type { LineData, RowData, ShareData } from './draw-panels'
import { useCanvas } from './use-canvas'

/** Chart data with the function of `draw-panels` that draws it. */
type Drawn =
  | { draw: 'drawLine'; data: LineData }
  | { draw: 'drawRows'; data: RowData }
  | { draw: 'drawShares'; data: ShareData }

type ChartFrameProps = Drawn & {
  /** Text alternative of the chart. */
  label: string
  /** Drawing made by the server. It keeps its space under the canvas, so that nothing on the page moves. */
  children: ReactNode
}

/**
 * Shows the server's drawing, and covers it with a canvas once Chart.js has loaded. The page must also have a table of
 * the numbers.
 */
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
