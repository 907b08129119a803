import { type TextareaHTMLAttributes, useSyncExternalStore } from 'react'

const nothingChanges = () => () => {}

/**
 * A text area that keeps what was typed before the scripts were here: where React takes over a text area whose text it knows, it puts that
 * text back over what somebody has typed meanwhile (React 18; it leaves inputs alone). While it takes over, it is not told.
 */
export function TextArea({ defaultValue, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const isTakenOver = useSyncExternalStore(
    nothingChanges,
    () => false,
    () => !import.meta.env.SSR,
  )
  return <textarea {...rest} defaultValue={isTakenOver ? undefined : defaultValue} />
}
