import { useEffect, useRef } from 'react'
import { focusTarget, Icon } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ErrorSummaryProps = {
  /** In field order; `id` is the field's id, omitted for an error of the whole form. */
  errors: ReadonlyArray<{ id?: string; message: string }>
  title?: string
  /** Sentence below the title: the action that failed. */
  text?: string
}

/** Errors above a form, each a link to its field. Renders nothing without errors. */
export function ErrorSummary({ errors, title, text }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // Each response passes a new `errors` list, so the focus moves here after every failed submit.
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript only this attribute moves the focus to the errors
    <div className="alert bad" role="alert" tabIndex={-1} ref={box} autoFocus>
      <Icon name="alert" />
      <div>
        <strong>{title ?? m.shared_problem()}</strong>
        {text ? <p>{text}</p> : null}
        <ul>
          {errors.map(({ id, message }) => (
            <li key={`${id} ${message}`}>
              {id ? (
                <a href={`#${id}`} onClick={focusTarget}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
