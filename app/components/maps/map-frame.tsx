import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenIdle } from '~/components/ui/when-idle'
import type { Point } from '~/models/shared/geo'
import type { Marked } from './google-maps'

type MapFrameProps = {
  /** The school's key for browsers; null where it has none: then the server's drawing stays. */
  browserKey: string | null
  marked: readonly Marked[]
  /** What the map shows, for who does not see it. */
  label: string
  /** Told where somebody clicks on the map. */
  onPick?: (point: Point) => void
  /** The server's drawing; it keeps its place under the map, so that nothing on the page moves. */
  children?: ReactNode
}

/** The server's small map, and Google's in its place once it is here. Whatever goes wrong with that one, the drawing stays. */
export function MapFrame({ browserKey, marked, label, onPick, children }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  pick.current = onPick
  const [isDrawn, setDrawn] = useState(false)
  // The list is made anew by every rendering; what it says is what counts.
  const shown = JSON.stringify(marked)
  useEffect(() => {
    if (browserKey === null) return
    let stop = () => {}
    let isGone = false
    const draw = async () => {
      try {
        const { drawMap } = await import('./google-maps')
        if (isGone || !box.current) return
        const onClick = (point: Point) => pick.current?.(point)
        stop = await drawMap(box.current, browserKey, JSON.parse(shown) as Marked[], onClick)
        if (isGone) stop()
        else setDrawn(true)
      } catch {
        setDrawn(false)
      }
    }
    const cancel = whenIdle(() => void draw())
    return () => {
      isGone = true
      cancel()
      stop()
    }
  }, [browserKey, shown])
  if (browserKey === null) return <>{children}</>
  return (
    <div className={children ? 'map-box' : 'map-box map-alone'}>
      <div className={isDrawn ? 'map-under' : undefined}>{children}</div>
      {/* Not hidden but unseen until it is drawn: a map without a size is drawn wrong. */}
      <section className={isDrawn ? 'map-over' : 'map-over map-under'} aria-label={label} ref={box} />
    </div>
  )
}
