import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '~/components/ui'

/** Loads the drawing code. The loaded function draws on a canvas and returns a function that removes the chart. */
type Draw = () => Promise<(canvas: HTMLCanvasElement) => () => void>

/**
 * Replaces the server drawing with Chart.js once the page is usable; the chunk loads when the browser is idle. If
 * loading fails, the drawing stays. Pass the same `draw` while the data is unchanged.
 */
export function useCanvas(draw: Draw): { canvas: RefObject<HTMLCanvasElement>; isDrawn: boolean } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const begin = async () => {
      if (isGone) return
      try {
        const drawOn = await draw()
        if (isGone || !canvas.current) return
        // A hidden canvas has no size: show it before drawing, and hide the server drawing in the same render.
        flushSync(() => setDrawn(true))
        stop = drawOn(canvas.current)
      } catch {
        setDrawn(false)
      }
    }
    const cancel = whenIdle(begin)
    return () => {
      isGone = true
      cancel()
      stop()
    }
  }, [draw])
  return { canvas, isDrawn }
}
