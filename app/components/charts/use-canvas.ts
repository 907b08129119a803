import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '~/components/ui'

/** Fetches what draws; that draws on a canvas and answers how to take the chart away again. */
type Draw = () => Promise<(canvas: HTMLCanvasElement) => () => void>

/**
 * Lets Chart.js take the place of the server's drawing once the page is usable: the file with it is fetched when the browser has
 * nothing else to do. If it does not come, the drawing stays. Give the same `draw` as long as the data is the same.
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
        // A hidden canvas has no size: it is shown before it is drawn on, and in the same step the drawing goes.
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
