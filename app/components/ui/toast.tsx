import { useEffect, useState } from 'react'
import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import { Icon, type IconName } from './icon'
import { useRenderMode } from './render-mode'
import { useHydrated } from './use-hydrated'

export type ToastMessage = {
  /** Identifies this message: a second one with the same text is a new toast. */
  id?: string
  type: 'success' | 'error' | 'info'
  title: string
  message?: string
}

type ToastProps = ToastMessage & {
  /** Milliseconds until it closes, once enhanced: 1500, or 1000 at sign-out (student specification, section 8). */
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
 * Message after a redirect, at the top of the page. In an enhanced document it overlays the page from its first paint
 * and closes by itself, so that no link moves while the user clicks it. An error that came with the document stays in
 * the text instead: 1.5 seconds are too short to read it, and closing it would need JavaScript.
 */
export function Toast({ type, title, message, closeAfterMs = 1500, stays = type === 'error' }: ToastProps) {
  const { enhanced } = useRenderMode()
  const isHydrated = useHydrated()
  const [cameWithDocument] = useState(!isHydrated)
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => setClosed(true), closeAfterMs)
    return () => clearTimeout(timer)
  }, [stays, closeAfterMs])
  if (closed) return null
  const [tone, icon] = looks[type]
  const isOver = enhanced && (type === 'error' ? !cameWithDocument : !stays)
  return (
    <div className={`toast ${tone}${isOver ? ' toast-over' : ''}`} role={type === 'error' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        {message ? <p>{message}</p> : null}
      </div>
      {enhanced && stays ? (
        <button
          type="button"
          className={`btn btn-quiet${isHydrated ? '' : ' room-only'}`}
          onClick={() => setClosed(true)}
        >
          {m.shared_close()}
        </button>
      ) : null}
    </div>
  )
}
