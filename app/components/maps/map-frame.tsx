import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenIdle } from '~/components/ui'
import type { Point } from '~/models/shared/geo'
import type { Marked } from './google-maps'
import { letsGoogleIn } from './map-document'

export type MapFrameProps = {
  /** The school's key for browsers; null where it has none: then the server's drawing stays. */
  browserKey: string | null
  marked: readonly Marked[]
  /** What the map shows, for who does not see it. */
  label: string
  /** Told where somebody clicks on the map. */
  onPick?: (point: Point) => void
  /** The server's drawing; it keeps its place under the map, so that nothing on the page moves. Without one there is no map until it is drawn. */
  children?: ReactNode
}

/** The server's small map, and Google's in its place once it is here. Whatever goes wrong with that one, the drawing stays. */
export function MapFrame({ browserKey, marked, label, onPick, children }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  pick.current = onPick
  const [state, setState] = useState<'none' | 'coming' | 'drawn'>('none')
  // The list is made anew by every rendering; what it says is what counts.
  const shown = JSON.stringify(marked)
  const canPick = onPick !== undefined
  useEffect(() => {
    if (browserKey === null || !letsGoogleIn()) return
    let stop = () => {}
    let isGone = false
    // For good: Google may refuse before the map stands or after.
    let isRefused = false
    const give = (next: 'none' | 'drawn') => {
      if (!isGone) setState(isRefused ? 'none' : next)
    }
    const draw = async () => {
      try {
        const { drawMap } = await import('./google-maps')
        if (isGone || !box.current) return
        stop = await drawMap(box.current, browserKey, JSON.parse(shown) as Marked[], {
          onPick: canPick ? (point) => pick.current?.(point) : undefined,
          onRefused: () => {
            isRefused = true
            give('none')
          },
        })
        if (isGone) stop()
        else give('drawn')
      } catch {
        give('none')
      }
    }
    const cancel = whenIdle(() => {
      // A map is drawn into a box that has its size already.
      setState('coming')
      void draw()
    })
    return () => {
      isGone = true
      cancel()
      stop()
      setState('none')
    }
  }, [browserKey, shown, canPick])
  if (browserKey === null) return <>{children}</>
  const isAlone = !children && state !== 'none'
  return (
    <>
      {isAlone && state === 'drawn' ? <p className="hint">{label}</p> : null}
      <div className={isAlone ? 'map-box map-alone' : 'map-box'}>
        <div className={state === 'drawn' ? 'map-under' : undefined}>{children}</div>
        {/* Not hidden but unseen until it is drawn: a map without a size is drawn wrong. */}
        <section className={state === 'drawn' ? 'map-over' : 'map-over map-under'} aria-label={label} ref={box} />
      </div>
    </>
  )
}
