import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenIdle } from '~/components/ui'
import type { Point } from '~/models/core/shared/geo'
import type { Marked } from './google-maps'
import { letsGoogleIn } from './map-document'

export type MapFrameProps = {
  /** The school's browser key; null if it has none, and then the server drawing stays. */
  browserKey: string | null
  marked: readonly Marked[]
  /** Text alternative of the map. */
  label: string
  onPick?: (point: Point) => void
  /**
   * Server drawing. It keeps its space under the map, so that nothing on the page moves. Without it, a document with
   * scripts keeps the space empty until the map is drawn.
   */
  children?: ReactNode
}

/** Server drawing, replaced by Google's map once that has loaded. On any failure the drawing stays. */
export function MapFrame({ browserKey, marked, label, onPick, children }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  pick.current = onPick
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  // Each render passes a new list, so compare it by content.
  const markedJson = JSON.stringify(marked)
  const canPick = onPick !== undefined
  useEffect(() => {
    if (browserKey === null) return
    if (!letsGoogleIn()) return setState('failed')
    let stop = () => {}
    let isGone = false
    // Never reset to false, because Google may refuse the key before or after the map is drawn.
    let isRefused = false
    const give = (next: 'failed' | 'drawn') => {
      if (!isGone) setState(isRefused ? 'failed' : next)
    }
    const draw = async () => {
      try {
        const { drawMap } = await import('./google-maps')
        if (isGone || !box.current) return
        stop = await drawMap(box.current, browserKey, JSON.parse(markedJson) as Marked[], {
          onPick: canPick ? (point) => pick.current?.(point) : undefined,
          onRefused: () => {
            isRefused = true
            give('failed')
          },
        })
        if (isGone) stop()
        else give('drawn')
      } catch {
        give('failed')
      }
    }
    const cancel = whenIdle(() => void draw())
    return () => {
      isGone = true
      cancel()
      stop()
      setState('waiting')
    }
  }, [browserKey, markedJson, canPick])
  if (browserKey === null) return <>{children}</>
  const isAlone = !children && state !== 'failed'
  return (
    <>
      {isAlone ? <p className={state === 'drawn' ? 'hint' : 'hint room-only'}>{label}</p> : null}
      <div className={isAlone ? 'map-box map-alone' : 'map-box'}>
        <div className={state === 'drawn' ? 'map-under' : undefined}>{children}</div>
        {/* Invisible instead of `hidden` until drawn: a map without a size is drawn wrong. */}
        <section className={state === 'drawn' ? 'map-over' : 'map-over map-under'} aria-label={label} ref={box} />
      </div>
    </>
  )
}
