import { useEffect, useState } from 'react'
import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import { Icon, type IconName } from './icon'

export type ToastMessage = {
  /** Identifies this message: a second one with the same text is a new toast. */
  id?: string
  type: 'success' | 'error' | 'info'
  title: string
  message?: string
}

type ToastProps = ToastMessage & {
  /** Milliseconds until it closes, once enhanced: 1500, or 1000 at sign-out (SP section 8). */
  closeAfterMs?: number
  /**
   * Stays on the page until closed (without script: until the next page), for text that must be read before going on.
   */
  stays?: boolean
}

const looks: Record<ToastMessage['type'], [Tone, IconName]> = {
  success: ['good', 'check'],
  error: ['bad', 'alert'],
  info: ['info', 'info'],
}

/**
 * Message after a redirect, at the top of the page. Once enhanced it overlays the page and closes by itself, except an
 * error: 1.5 seconds are too short to read it.
 */
export function Toast({ type, title, message, closeAfterMs = 1500, stays = type === 'error' }: ToastProps) {
  const [enhanced, setEnhanced] = useState(false)
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    setEnhanced(true)
    if (stays) return
    const timer = setTimeout(() => setClosed(true), closeAfterMs)
    return () => clearTimeout(timer)
  }, [stays, closeAfterMs])
  if (closed) return null
  const [tone, icon] = looks[type]
  return (
    <div
      className={`toast ${tone}`}
      role={type === 'error' ? 'alert' : 'status'}
      ref={stays && type !== 'error' ? undefined : layOverPage}
    >
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        {message ? <p>{message}</p> : null}
      </div>
      {enhanced && stays ? (
        <button type="button" className="btn btn-quiet" onClick={() => setClosed(true)}>
          {m.shared_close()}
        </button>
      ) : null}
    </div>
  )
}

/** Runs before the browser paints: a toast that arrives by client navigation never pushes the page down first. */
function layOverPage(element: HTMLElement | null) {
  element?.classList.add('toast-over')
}
